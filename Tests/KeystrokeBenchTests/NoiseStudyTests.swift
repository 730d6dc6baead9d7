import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing
import keystroke_bench

/// The figures that `keystroke-bench noise` computes from rounds.
struct NoiseStudyTests {
  @Test("A study of equal sides raises hardly an alarm; of a planted change it names the change")
  func study() throws {
    func study(_ fixture: PairedFixture) throws -> NoiseStudy {
      let runs = fixture.runs(looks: [fixture.rounds])
      let recordings = try PairedRecordings(
        baseline: runs.baseline, candidate: runs.candidate, filter: CellFilter())
      return try NoiseStudy(
        recordings, comparisons: 20, rounds: min(30, fixture.rounds), thresholds: .none,
        seed: 3)
    }
    var equal = PairedFixture()
    equal.rounds = 60
    let quiet = try study(equal)
    #expect(quiet.rounds == 30 && quiet.measuredRounds == 60)
    #expect(quiet.alarms <= 1)
    #expect(quiet.covering >= 19 && quiet.covering <= 20 - quiet.alarms)

    var changed = PairedFixture.planted(0.05) { $0.strategy == "onchange-reformat" }
    changed.rounds = 60
    let loud = try study(changed)
    #expect(loud.alarms == 20 && loud.covering == 0)
    let text = loud.document.text()
    #expect(text.contains("20 of 20 comparisons raised an alarm"))
    #expect(text.contains("onchange-reformat format regressed: "))

    changed.rounds = 8
    #expect(throws: Problem.self) { try study(changed) }
  }
}
