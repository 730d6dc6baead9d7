import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// What one keystroke of a cell costs.
public struct RunTableEntry: Equatable, Sendable {
  /// The cell, in its suite.
  public let subject: SeriesKey.Subject
  /// What a whole keystroke costs, over all rounds, by metric: the time in nanoseconds, the others as counted.
  public var costs: [Metric: Summary] = [:]
  /// The exact metrics among these that differ between rounds.
  public var varying: Set<Metric> = []
  /// How many keystrokes were over a limit, all but the first of a fresh field; nil where that was not measured.
  public var overBudget: KeystrokesOverBudget?
  /// How many first keystrokes of a fresh field were; nil where that was not measured.
  public var firstOverBudget: KeystrokesOverBudget?
  /// Whether the text was right.
  public var text: TextVerdict?
  /// The texts, where they are known and wrong.
  public var wrongText: WrongText?
  /// How many keystrokes a pair of clock reads encloses.
  public var batch = 1

  /// The suite.
  public var suite: String { subject.suite }
  /// The cell.
  public var cell: Cell { subject.cell }

  /// The mean per keystroke; nil where it was not measured.
  public func mean(_ metric: Metric) -> Double? { costs[metric]?.mean }

  init(_ subject: SeriesKey.Subject, _ side: RunIndex) {
    self.subject = subject
    text = side.texts[subject]
    if text == .wrong { wrongText = side.wrongText(subject) }
    batch = side.batch(of: subject)
    overBudget = KeystrokesOverBudget(subject, .total, side)
    firstOverBudget = KeystrokesOverBudget(subject, .first, side)
    for place in side.cells[subject] ?? [] {
      let series = side.series[place]
      guard series.phase == .total, series.instrument != .perf,
        // The answer of a run needs it; the tables have no column of it.
        series.metric == .flickerFrames
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
