import BenchmarkConductor
import Testing

@Suite struct PairedPlanTests {
  @Test func aComparisonIsShownAsLongAsItsRoundsOrItsBudget() {
    let side = RunPlan(worker: "w", shim: "s", folder: "f", argv: [])
    var paired = PairedPlan(baseline: side, candidate: side, seed: 1, budget: 60)
    #expect(paired.work(cells: 240) == 60_000)
    paired.rounds = 4
    #expect(paired.work(cells: 240) == 10_000)
    #expect(paired.work(cells: 1) == 440)
    paired.rounds = .max
    #expect(paired.work(cells: 240) == 60_000)
  }
}
