import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing
import keystroke_bench

/// The figures that `keystroke-bench noise` computes from rounds.
struct NoiseStudyTests {
  private struct Verdicts: Decodable {
    struct Subject: Decodable {
      var strategy: String
      var phase: String
      var comparisons: [String: Int]
    }
    var verdicts: [Subject]
  }

  @Test("A study of equal sides raises hardly an alarm; of a planted change it names the change")
  func study() throws {
    func study(_ fixture: PairedFixture) throws -> NoiseStudy {
      let runs = fixture.runs(looks: [fixture.rounds])
      let recordings = try PairedRecordings(
        baseline: runs.baseline, candidate: runs.candidate, filter: CellFilter())
      return try NoiseStudy(
        recordings, comparisons: 20, rounds: min(30, fixture.rounds), thresholds: .none,
        ignoresLayout: false, seed: 3)
    }
    var equal = PairedFixture()
    equal.rounds = 60
    let quiet = try study(equal)
    #expect(quiet.rounds == 30 && quiet.pool == 60)
    #expect(quiet.alarms.count <= 1)
    #expect(quiet.covering.count >= 19)
    #expect(quiet.covering.count <= 20 - quiet.alarms.count)

    var changed = PairedFixture.planted(0.05) { $0.strategy == "onchange-reformat" }
    changed.rounds = 60
    let loud = try study(changed)
    #expect(loud.alarms.count == 20)
    let text = try loud.rendered(as: .text)
    #expect(text.contains("20 of 20 comparisons raised an alarm"))
    #expect(text.contains("onchange-reformat format  regressed"))
    #expect(text.contains("In 0 of them every interval of a ratio holds 1."))
    let json = try loud.rendered(as: .json)
    let verdicts = try JSONDecoder().decode(Verdicts.self, from: Data(json.utf8)).verdicts
    let planted = verdicts.first { $0.strategy == "onchange-reformat" && $0.phase == "format" }
    #expect(planted?.comparisons == ["regressed": 20])

    changed.rounds = 8
    #expect(throws: Problem.self) { try study(changed) }
  }
}
