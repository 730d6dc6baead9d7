import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// What one keystroke of a cell costs.
public struct RunTableEntry: Equatable, Sendable {
  /// The suite.
  public var suite: String
  /// The cell.
  public var cell: Cell
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

  /// The mean per keystroke; nil where it was not measured.
  public func mean(_ metric: Metric) -> Double? { costs[metric]?.mean }

  init(_ cell: SuiteCell, _ side: RunIndex) {
    suite = cell.suite
    self.cell = cell.cell
    text = side.texts[cell]
    if text == .wrong { wrongText = side.wrongText(cell) }
    batch = side.batch(of: cell)
    overBudget = KeystrokesOverBudget(cell, .total, side)
    firstOverBudget = KeystrokesOverBudget(cell, .first, side)
    for place in side.cells[cell] ?? [] {
      let code = side.code(place)
      guard code.phase == .total, code.instrument != .perf,
        // The answer of a run needs it; the tables have no column of it.
        code.metric == .flickerFrames
          || FigureColumn.all.contains(where: { $0.metric == code.metric })
      else { continue }
      let records = side.records(place)
      costs[code.metric] = RowTable.Record.folded(records).summary
      if code.metric.isExact, records.contains(where: { $0.summary != records[0].summary }) {
        varying.insert(code.metric)
      }
    }
  }
}
