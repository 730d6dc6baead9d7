import BenchmarkConductor
import Testing

/// Tests of the rounds and the times per cell if the user did not set them.
@Suite struct RunPlanFittingTests {
  private func plan(_ cells: Int, _ change: (inout RunPlan) -> Void = { _ in }) -> RunPlan {
    var plan = RunPlan(worker: "w", shim: "s", folder: "f", argv: [])
    plan.isFlexible = true
    change(&plan)
    return plan.fitted(to: cells)
  }

  @Test(arguments: [1, 180, 300, 600]) func aDefaultSuiteIsTimedByDefault(_ cells: Int) {
    #expect(plan(cells).rounds == RunPlan.defaultRounds)
    #expect(plan(cells).millisecondsACell == RunPlan.defaultMilliseconds)
  }

  @Test(arguments: [1_200, 2_000, 5_000, 12_452, 25_000]) func manyCellsEndInTime(_ cells: Int) {
    let fitted = plan(cells)
    let seconds = Double(cells * fitted.rounds) * fitted.millisecondsACell / 1e3
    #expect(seconds < RunPlan.secondsOfTiming)
    #expect((1...RunPlan.defaultRounds).contains(fitted.rounds))
    #expect((2...RunPlan.defaultMilliseconds).contains(fitted.millisecondsACell))
  }

  @Test func moreCellsAreNeverTimedMore() {
    let rounds = stride(from: 500, to: 60_000, by: 500).map { plan($0).rounds }
    #expect(rounds == rounds.sorted(by: >))
  }

  @Test func soManyThatNothingFitsAreTimedOnceAndShortly() {
    #expect(plan(1_000_000).rounds == 1)
    #expect(plan(1_000_000).millisecondsACell == 2)
  }

  @Test func whatWasAskedForStays() {
    let asked = plan(50_000) {
      $0.isFlexible = false
      $0.rounds = 7
    }
    #expect(asked.rounds == 7 && asked.millisecondsACell == RunPlan.defaultMilliseconds)
    #expect(plan(50_000) { $0.times = false }.rounds == RunPlan.defaultRounds)
  }

  @Test(arguments: [(1_000, InstructionSource.valgrind), (1_001, .none)])
  func manyCellsGoWithoutInstructionsUnlessAskedFor(_ cells: Int, _ source: InstructionSource) {
    func instructions(areOptional: Bool) -> InstructionSource {
      plan(cells) {
        $0.instructions = .valgrind
        $0.instructionsAreOptional = areOptional
      }.instructions
    }
    #expect(instructions(areOptional: true) == source)
    #expect(instructions(areOptional: false) == .valgrind)
  }

  @Test("The announced work of a run is the sum of its steps")
  func workAddsUp() {
    var plan = RunPlan(worker: "w", shim: "s", folder: "f", argv: [])
    plan.instructions = .valgrind
    plan.sites = true
    let steps =
      2 * RunPlan.workOfCounting + RunPlan.workOfInstructions + RunPlan.workOfSites
      + RunPlan.workOfFunctions + Double(plan.rounds) * plan.workOfTiming
    #expect(plan.work(cells: 7, findsSites: true) == 7 * steps + RunPlan.workOfStart)
    plan.times = false
    plan.instructions = .none
    #expect(plan.work(cells: 1) == 2 * RunPlan.workOfCounting)
  }
}
