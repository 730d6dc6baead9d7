import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The cost of one keystroke of a cell.
package struct RunTableEntry: Equatable, Sendable {
  /// The cell, in its suite.
  package let subject: SeriesKey.Subject
  /// The cost of a whole keystroke, over all rounds, by metric: the time in nanoseconds, the others as counted.
  package var costs: [Metric: Summary] = [:]
  /// The exact metrics among these that differ between rounds.
  package var varying: Set<Metric> = []
  /// The verdict on the text.
  package var text: TextVerdict?
  /// The texts, if they are known and wrong.
  package var wrongText: CellMismatch?
  /// The number of keystrokes between a pair of clock readings.
  package var batch = 1
  /// The time of a keystroke in nanoseconds, by round: the typical one, or the mean in a run that has no typical ones.
  var rounds: [Int32: Double] = [:]
  /// True if these times are typical ones.
  var isTypical = false

  /// The suite.
  package var suite: String { subject.suite }
  /// The cell.
  package var cell: Cell { subject.cell }

  /// The metrics of the strategy's own, in order.
  var ownMetrics: [Metric] { costs.keys.filter { $0.own != nil }.sorted() }

  /// The mean per keystroke; nil if it was not measured.
  package func mean(_ metric: Metric) -> Double? { costs[metric]?.mean }

  init(_ subject: SeriesKey.Subject, _ side: RunIndex) {
    self.subject = subject
    text = side.texts[subject]
    if text == .wrong { wrongText = side.wrongText(subject) }
    batch = side.batch(of: subject)
    for (metric, figure) in [(Metric.typicalTime, Figure.p50), (.time, .mean)] {
      let measure = SeriesKey.Measure(phase: .total, metric: metric, instrument: .clock)
      guard rounds.isEmpty, let place = side.place(of: SeriesKey(subject, measure)) else {
        continue
      }
      for record in side.records(place) { rounds[record.round] = record.summary[figure] }
      isTypical = metric == .typicalTime
    }
    for place in side.cells[subject] ?? [] {
      let series = side.series[place]
      guard series.phase == .total,
        // The answer of a run needs this metric; the tables have no column for it.
        series.metric == .flickerFrames || series.metric.own != nil
          || FigureColumn.all.contains(where: { $0.metric == series.metric })
      else { continue }
      let records = side.records(place)
      costs[series.metric] = RowTable.Record.folded(records).summary
      if series.metric.isExact, records.contains(where: { $0.summary != records[0].summary }) {
        varying.insert(series.metric)
      }
    }
  }
}
