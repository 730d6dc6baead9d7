import BenchmarkResults
import Foundation
import KeystrokeWorkload

/// How far an exact metric may move without being a change, and why.
public struct Allowance: Equatable, Sendable {
  /// The metric.
  public var metric: Metric
  /// The phase, or nil for every one.
  public var phase: RowPhase?
  /// A glob that the id of the cell must match, as of fnmatch(3); nil for every cell.
  public var cells: String?
  /// So much, in the metric's unit a keystroke.
  public var absolute: Double?
  /// So much, as a share of the baseline.
  public var relative: Double?
  /// Why it may.
  public var reason: String

  /// Makes an allowance of its parts.
  public init(
    metric: Metric, phase: RowPhase? = nil, cells: String? = nil, absolute: Double? = nil,
    relative: Double? = nil, reason: String
  ) {
    self.metric = metric
    self.phase = phase
    self.cells = cells
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// Whether the allowance is about a series.
  func covers(_ series: Series) -> Bool {
    metric == series.metric && (phase ?? series.phase) == series.phase
      && (cells.map { Glob($0).matches(series.cell.id) } ?? true)
  }

  /// Whether a figure may have moved so far: by the larger of what both parts allow.
  ///
  /// From 0 to something is always a change.
  func allows(from before: Double, to after: Double) -> Bool {
    guard before > 0 else { return before == after }
    return abs(after - before) <= max(absolute ?? 0, (relative ?? 0) * before)
  }
}
