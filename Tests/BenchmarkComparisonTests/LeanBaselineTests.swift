import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of a comparison with a saved baseline that omits rows of zeros.
struct LeanBaselineTests {
  private let cell = RunFixture.cells[0]

  /// Saves the fixture as a baseline and compares a changed copy with it.
  private func compare(_ change: (inout RunFixture) -> Void) throws -> Comparison {
    let store = BaselineStore(resultsFolder: try TemporaryFolder().path)
    try store.save(RunFixture.measured(cell).run(name: "r"), as: "main")
    var candidate = RunFixture.measured(cell)
    change(&candidate)
    return try Comparison(baseline: store.load("main"), candidate: candidate.run(name: "b"))
  }

  @Test("Equal runs compare as equal: nothing is new, and every row is compared")
  func same() throws {
    let comparison = try compare { _ in }
    #expect(!comparison.fails)
    #expect(Set(comparison.entries.map(\.finding)) == [.unchanged, .advisory])
    #expect(comparison.entries.count { $0.finding == .unchanged } == 2 + 2 * 7 + 2)
  }

  @Test(
    "A rise from 0 is a regression that names the phase", arguments: [Metric.allocations, .bytes])
  func fromNone(_ metric: Metric) throws {
    let comparison = try compare {
      $0.change(cell, .format, metric) { $0.summary = .constant(3) }
    }
    let found = try #require(comparison.failures.first)
    #expect(comparison.failures.count == 1)
    #expect(found.finding == .regressed && found.phase == .format && found.metric == metric)
    #expect(found.before == 0 && found.after == 3)
    #expect(found.ratio == nil)
  }

  @Test("A first leak, and a first keystroke that starts to allocate, are regressions too")
  func others() throws {
    let comparison = try compare {
      $0.change(cell, .total, .leakedBytes) { $0.summary = .constant(16) }
      $0.change(cell, .first, .allocations) { $0.summary = .constant(1) }
    }
    #expect(comparison.failures.map(\.finding) == [.regressed, .regressed])
    #expect(Set(comparison.failures.map(\.phase)) == [.total, .first])
  }

  @Test("A fall to 0 is an improvement")
  func toNone() throws {
    let comparison = try compare {
      $0.change(cell, .parse, .bytes) { $0.summary = .constant(0) }
    }
    #expect(!comparison.fails)
    let found = try #require(comparison.entries.first { $0.finding == .improved })
    #expect(found.phase == .parse && found.before == 5 && found.after == 0)
  }

  @Test("A baseline used as the candidate has no vanished rows")
  func baselineAsCandidate() throws {
    let store = BaselineStore(resultsFolder: try TemporaryFolder().path)
    let run = RunFixture.measured(cell).run(name: "r")
    try store.save(run, as: "main")
    let comparison = try Comparison(baseline: run, candidate: store.load("main"))
    #expect(!comparison.fails)
    #expect(!comparison.entries.contains { $0.finding == .vanished })
  }
}
