import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The figures of the whole keystroke of one cell, for gobench and JUnit.
struct CellFigures {
  /// The mean of an exact metric, or of one of the strategy's own.
  struct Count {
    var metric: Metric
    var mean: Double
  }

  let subject: SeriesKey.Subject
  /// The times, a record a round, in the order of rounds; empty if none were taken.
  private(set) var times: [RowTable.Record]
  /// The exact metrics that were counted, and those of the strategy's own, in the order of tables.
  private(set) var counts: [Count]
  /// The number of keystrokes that the exact metrics are means of.
  let counted: Int

  init(_ subject: SeriesKey.Subject, _ side: RunIndex) {
    self.subject = subject
    var times: [RowTable.Record] = []
    var counts: [Count] = []
    var counted = 0
    for place in side.cells[subject] ?? [] {
      let series = side.series[place]
      guard series.phase == .total else { continue }
      if series.metric == .time {
        times = side.records(place).sorted { $0.round < $1.round }
      } else if series.metric.isExact || series.metric.own != nil {
        let record = RowTable.Record.folded(side.records(place))
        if let mean = record.summary.mean {
          counts.append(Count(metric: series.metric, mean: mean))
          counted = max(counted, record.count)
        }
      }
    }
    self.times = times
    self.counts = counts
    self.counted = counted
  }

  /// All cells of an index, in order.
  static func all(_ side: RunIndex) -> [CellFigures] {
    side.cells.keys.sorted().map { CellFigures($0, side) }
  }

  /// The same with these metrics alone.
  func only(_ metrics: Set<String>) -> CellFigures {
    var figures = self
    if !metrics.contains(Metric.time.rawValue) { figures.times = [] }
    figures.counts.removeAll { !metrics.contains($0.metric.rawValue) }
    return figures
  }

  /// The metrics that were measured.
  var metrics: [Metric] { (times.isEmpty ? [] : [.time]) + counts.map(\.metric) }

  /// True if anything was measured.
  var isMeasured: Bool { !times.isEmpty || !counts.isEmpty }
}
