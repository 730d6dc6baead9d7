import BenchmarkModel
import BenchmarkResults

extension RunFixture {
  /// Returns a run of one cell as it is measured: every phase has its time and its counts, and only parsing allocates.
  package static func measured(_ cell: Cell) -> RunFixture {
    var fixture = RunFixture(cells: [cell], rounds: 1)
    let time = fixture.rows.filter { $0.metric == .time }.prefix(1)
    let shim = fixture.rows.filter { $0.metric == .allocations }.prefix(1)
    fixture.rows.removeAll { $0.metric == .time || $0.instrument == .shim }
    for phase in RowPhase.headless {
      fixture.rows += time.map { changed($0, phase, .time, $0.summary, count: 1_000) }
      for metric in [Metric.allocations, .bytes] {
        let cost = [RowPhase.total, .parse].contains(phase) ? 5.0 : 0
        fixture.rows += shim.map {
          changed($0, phase, metric, .constant(cost), count: phase == .first ? 4 : 40)
        }
      }
    }
    for (metric, bytes) in [(Metric.peakBytes, 800.0), (.leakedBytes, 0)] {
      fixture.rows += shim.map { changed($0, .total, metric, .constant(bytes), count: 4) }
    }
    return fixture
  }

  private static func changed(
    _ row: Row, _ phase: RowPhase, _ metric: Metric, _ summary: Summary, count: Int
  ) -> Row {
    Row(
      run: row.run, commit: row.commit, round: row.round,
      series: SeriesKey(
        suite: row.suite, cell: row.cell, phase: phase, metric: metric, instrument: row.instrument),
      count: count, summary: summary,
      text: row.text)
  }
}

extension RowPhase {
  /// The phases of a field without a screen.
  static let headless: [RowPhase] = [.total, .first, .filter, .parse, .format, .refresh, .rest]
}
