import BenchmarkResults
import KeystrokeWorkload

/// How many keystrokes may be late: a limit that a user states, so it gates, whatever the machine.
public struct Budget: Equatable, Sendable {
  /// What late means: `Metric.over1ms` and its kin.
  public var metric: Metric
  /// `total` or `first`; nil for both.
  public var phase: RowPhase?
  /// A glob that the id of the cell must match, as of fnmatch(3); nil for every cell.
  public var cells: String?
  /// The largest share that is allowed, from 0 to 1.
  public var share: Double

  /// Makes a budget of its parts.
  public init(metric: Metric, phase: RowPhase? = nil, cells: String? = nil, share: Double) {
    self.metric = metric
    self.phase = phase
    self.cells = cells
    self.share = share
  }

  /// Whether the budget is about a cell.
  func covers(_ cell: SuiteCell) -> Bool {
    cells.map { Glob($0).matches(cell.cell.id) } ?? true
  }
}
