import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests over every exact series of a run, whatever is tolerated or accepted: a change that cannot be judged and a
/// rise from 0 are never "unchanged", and a vanished figure never passes.
@Suite("Never fine")
struct NeverFineTests {
  /// Every exact series of the fixture.
  static let series = Set(RunFixture().rows.filter(\.metric.isExact).map(\.series)).sorted()

  /// Tolerances and acceptances as wide as can be written without an amount.
  static let wide: [Thresholds] = {
    let metrics = Set(series.map(\.metric)).sorted { $0.rawValue < $1.rawValue }
    let tolerances = metrics.map {
      Tolerance(SeriesScope($0), absolute: 1e12, relative: 1e12, reason: "wide")
    }
    let acceptances = metrics.map {
      Acceptance(
        SeriesScope($0, cells: "*"), limit: .change(absolute: 0, relative: 1e12), reason: "wide",
        until: .today, place: "t.toml:1")
    }
    return [
      .none, Thresholds(tolerances: tolerances), Thresholds(acceptances: acceptances),
      Thresholds(tolerances: tolerances, acceptances: acceptances),
    ]
  }()

  private func changed(
    _ series: SeriesKey, id: String = "r1", _ body: (inout [Row], Int) -> Void
  ) -> Run {
    var fixture = RunFixture(id: id)
    if let place = fixture.rows.firstIndex(where: { $0.series == series }) {
      body(&fixture.rows, place)
    }
    return fixture.run(name: id)
  }

  private func entries(_ comparison: Comparison, _ series: SeriesKey) -> [ComparisonEntry] {
    comparison.entries.filter {
      $0.cell == series.cell && $0.phase == series.phase && $0.metric == series.metric
    }
  }

  @Test(
    "Rounds that differ around the other side are inconclusive", arguments: series, [0, 1, 2, 3])
  func inconclusive(_ series: SeriesKey, _ thresholds: Int) throws {
    let varying = changed(series, id: "r2") { rows, place in
      rows[place].round = 1
      var second = rows[place]
      second.round = 2
      second.summary = .constant((second.summary.mean ?? 0) + 7)
      rows.append(second)
    }
    let constant = RunFixture().run(name: "r1")
    for (before, after) in [(constant, varying), (varying, constant)] {
      let comparison = try Comparison(
        baseline: before, candidate: after, thresholds: Self.wide[thresholds])
      #expect(entries(comparison, series).map(\.finding) == [.inconclusive])
    }
  }

  @Test(
    "A rise from 0 fails, in any figure", arguments: series, Figure.allCases)
  func fromZero(_ series: SeriesKey, _ figure: Figure) throws {
    let before = changed(series) { rows, place in rows[place].summary = .constant(0) }
    let after = changed(series, id: "r2") { rows, place in
      rows[place].summary = .constant(0)
      rows[place].summary[figure] = 1e-9
    }
    for thresholds in Self.wide {
      let comparison = try Comparison(baseline: before, candidate: after, thresholds: thresholds)
      let found = entries(comparison, series)
      #expect(found.map(\.finding) == [.regressed])
      #expect(found.allSatisfy { $0.fails && $0.ratio == nil })
    }
  }

  @Test("A row, or a figure of it, that is missing has vanished", arguments: series)
  func vanished(_ series: SeriesKey) throws {
    let before = RunFixture().run(name: "r1")
    let row = changed(series, id: "r2") { rows, place in rows.remove(at: place) }
    for thresholds in Self.wide {
      let comparison = try Comparison(baseline: before, candidate: row, thresholds: thresholds)
      #expect(
        comparison.entries.contains {
          $0.finding == .vanished && $0.fails && $0.cell == series.cell
        })
    }
    for figure in Figure.allCases {
      let after = changed(series, id: "r2") { rows, place in rows[place].summary[figure] = nil }
      for thresholds in Self.wide {
        let comparison = try Comparison(baseline: before, candidate: after, thresholds: thresholds)
        let found = entries(comparison, series)
        #expect(found.map(\.finding) == [.vanished] && found.allSatisfy(\.fails))
      }
    }
  }

  @Test("A missing cell has vanished", arguments: RunFixture.cells)
  func cellVanished(_ cell: Cell) throws {
    var fixture = RunFixture(id: "r2")
    fixture.rows.removeAll { $0.cell == cell }
    for thresholds in Self.wide {
      let comparison = try Comparison(
        baseline: RunFixture().run(name: "r1"), candidate: fixture.run(name: "r2"),
        thresholds: thresholds)
      let found = comparison.entries.filter { $0.cell == cell }
      #expect(found.map(\.finding) == [.vanished] && found.allSatisfy(\.fails))
    }
  }
}
