import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
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
    #expect(text.contains("advisory, so they fail nothing: only a paired comparison judges times"))
    #expect(text.contains("1 of 4 cells moved in the mean"))
  }

  /// A run of which every cell has counts and shares that gate nothing beside its times.
  private static func mixed(_ name: String, lookups: Double, over share: Double) -> Run {
    var fixture = RunFixture()
    for row in fixture.rows where row.phase == .total && row.metric == .time && row.round == 1 {
      func other(_ metric: Metric, _ instrument: Instrument, _ summary: Summary) {
        var other = row
        other.series = SeriesKey(
          row.series.subject,
          SeriesKey.Measure(phase: .total, metric: metric, instrument: instrument))
        other.round = instrument == .clock ? 1 : 0
        other.summary = summary
        fixture.rows.append(other)
      }
      other(.metadataLookups, .valgrind, .constant(lookups))
      other(.over1ms, .clock, Summary(mean: share))
    }
    return fixture.run(name: name)
  }

  @Test(
    "A table of times holds times alone, each cell once; other figures have a table with their units",
    arguments: [ReportFormat.text, .markdown])
  func units(_ format: ReportFormat) throws {
    let (a, b) = (
      Self.mixed("a", lookups: 1_548, over: 0.01), Self.mixed("b", lookups: 1_600, over: 0.02)
    )
    let comparison = try Comparison(baseline: a, candidate: b)
    let text = try comparison.rendered(as: format)
    let times = try #require(text.firstRange(of: "Times (advisory"))
    let others = try #require(text.firstRange(of: "Other figures that do not gate"))
    let table = text[times.lowerBound..<others.lowerBound]
    #expect(table.contains("0 of 4 cells moved in the mean"))
    let cells = table.matches(of: #/\n\W*(?:delegate-filter|onchange-reformat)\W+([0-9]+)\W/#)
    #expect(cells.count == 2)
    // Each strategy has two cells, and a cell with other metrics is no further one.
    #expect(cells.reduce(0) { $0 + (Int($1.1) ?? 0) } <= comparison.commonCells)
    #expect(!table.contains("lookups") && !table.contains("µs  1.034"))
    let rest = text[others.lowerBound...]
    #expect(
      rest.contains(#/delegate-filter\W+metadata_lookups\W+mean\W+2\W+1548\W+1600\W+3\.36 %/#))
    #expect(rest.contains(#/delegate-filter\W+over_1ms\W+mean\W+2\W+1\.00 %\W+2\.00 %\W+100\.0 %/#))
  }

  @Test("The page keeps them apart, too, and a history has their units")
  func unitsElsewhere() throws {
    let (a, b) = (
      Self.mixed("a", lookups: 1_548, over: 0.01), Self.mixed("b", lookups: 1_600, over: 0.02)
    )
    let page = try ReportFixture.report(b, against: a).rendered(as: .html)
    #expect(
      page.contains("Other figures that do not gate") && page.contains("<td class=\"n\">1548<"))
    #expect(!page.contains("1.55 µs"))
    var runs = [a, b]
    for place in runs.indices {
      runs[place] = runs[place].with { run, _ in run.start += Double(place) }
    }
    let history = try History(runs.map { HistoryRun($0) }, order: .start(reason: "")).rendered(
      as: .text)
    #expect(history.contains(#/over_1ms +2 +1\.00 % +2\.00 %/#))
  }

  @Test("One round on each side shows no spread, and nothing is beyond it")
  func oneRound() throws {
    var slow = RunFixture(rounds: 1)
    for cell in RunFixture.cells.prefix(1) {
      slow.change(cell, .total, .time) { row in
        for figure in Figure.allCases { row.summary[figure] = row.summary[figure].map { $0 * 10 } }
      }
    }
    let comparison = try Comparison(
      baseline: RunFixture(rounds: 1).run(name: "a"), candidate: slow.run(name: "b"))
    let text = try comparison.rendered(as: .text)
    #expect(text.contains("Each side has one round, or its rounds folded into one row"))
    #expect(!text.contains("moved in the mean") && !text.contains("over rounds"))
    let page = try ReportFixture.report(
      slow.run(name: "b"), against: RunFixture(rounds: 1).run(name: "a")
    )
    .rendered(as: .html)
    #expect(!page.contains("class=\"moved\""))
  }

  @Test("A side folded into one row has no spread of its own, and missing figures no ratio")
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
