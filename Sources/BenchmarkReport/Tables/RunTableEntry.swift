import BenchmarkComparison
import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// What one keystroke of a cell costs.
public struct RunTableEntry: Equatable, Sendable {
  /// The suite.
  public var suite: String
  /// The cell.
  public var cell: Cell
  /// The time of a keystroke, in nanoseconds.
  public var time: Summary?
  /// The mean of the refreshes per keystroke.
  public var refreshes: Double?
  /// The mean of the allocations per keystroke.
  public var allocations: Double?
  /// The mean of the bytes requested per keystroke.
  public var bytes: Double?
  /// The mean of the instructions per keystroke.
  public var instructions: Double?
  /// The mean of the strong references taken per keystroke.
  public var retains: Double?
  /// The mean of the strong references given back per keystroke.
  public var releases: Double?
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

  /// The share of a 120 Hz frame that one keystroke in a thousand exceeds.
  public var frameShare: Double? { time?.p999.map { $0 / RunTable.frame } }

  init(_ cell: SuiteCell, _ side: RunIndex) {
    suite = cell.suite
    self.cell = cell.cell
    text = side.texts[cell]
    if text == .wrong { wrongText = side.wrongText(cell) }
    batch = side.run.metadata.batchedKeystrokes[cell.cell.id] ?? 1
    overBudget = KeystrokesOverBudget(cell, .total, side)
    firstOverBudget = KeystrokesOverBudget(cell, .first, side)
    for place in side.cells[cell] ?? [] {
      let series = side.code(place)
      guard series.phase == .total else { continue }
      let records = side.records(place)
      let summary = RowTable.Record.folded(records).summary
      switch series.metric {
      case .time: time = summary
      case .refreshes: refreshes = summary.mean
      case .allocations: allocations = summary.mean
      case .bytes: bytes = summary.mean
      case .instructions where series.instrument == .callgrind: instructions = summary.mean
      case .retains: retains = summary.mean
      case .releases: releases = summary.mean
      default: continue
      }
      if series.metric.isExact, records.contains(where: { $0.summary != records[0].summary }) {
        varying.insert(series.metric)
      }
    }
  }
}
