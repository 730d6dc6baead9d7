import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that times are shown and never gate.
struct TimesTests {
  @Test("Times ten times as long do not fail, and are shown as ratios with their spread")
  func slower() throws {
    var slow = RunFixture()
    let cell = RunFixture.cells[0]
    slow.change(cell, .total, .time) { row in
      for figure in Figure.allCases { row.summary[figure] = row.summary[figure].map { $0 * 10 } }
    }
    let comparison = try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: slow.run(name: "b"))
    #expect(!comparison.fails)
    let entry = try #require(
      comparison.entries.first {
        $0.cell == cell && $0.phase == .total && $0.metric == .time && $0.figure == .p50
      })
    #expect(entry.finding == .advisory)
    #expect(entry.ratio == 10)
    // Rounds of 1125.25 and 1125.5: each quartile is a sixteenth of a nanosecond from one of them.
    let spread = try #require(entry.spread)
    #expect(spread == 11_253.125 / 1_125.4375...11_254.375 / 1_125.3125)
    let text = try comparison.rendered(as: .text)
    #expect(text.contains("advisory: times gate only in a paired comparison"))
    #expect(text.contains("1 of 4 cells moved in the mean"))
  }

  @Test("A side folded into one row has no spread, and missing figures have no ratio")
  func folded() throws {
    let single = RunFixture(rounds: 1).run(name: "a")
    let comparison = try Comparison(baseline: single, candidate: single)
    #expect(comparison.entries.allSatisfy { $0.spread == nil })
    var empty = RunFixture(rounds: 1)
    for place in empty.rows.indices where empty.rows[place].metric == .time {
      empty.rows[place].summary = Summary(p50: 0)
    }
    let zero = try Comparison(baseline: empty.run(name: "z"), candidate: single)
    #expect(!zero.entries.contains { $0.finding == .advisory })
    #expect(try !zero.rendered(as: .text).contains("Times"))
  }
}
