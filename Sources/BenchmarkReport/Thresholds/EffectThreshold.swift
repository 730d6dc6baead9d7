import BenchmarkResults
import Foundation
import KeystrokeWorkload

/// How large a change of a timed metric must be to be worth stopping a release for.
public struct EffectThreshold: Equatable, Sendable {
  /// The metric, a timed one.
  public var metric: Metric
  /// The phase, or nil for every one.
  public var phase: RowPhase?
  /// A glob that the id of the cell must match, as of fnmatch(3); nil for every cell.
  public var cells: String?
  /// So many nanoseconds a keystroke.
  public var absolute: Double?
  /// So much, as a share of the baseline.
  public var relative: Double?
  /// Why just so much, where the file says so.
  public var reason: String?

  /// Makes a threshold of its parts.
  public init(
    metric: Metric = .time, phase: RowPhase? = nil, cells: String? = nil, absolute: Double? = nil,
    relative: Double? = nil, reason: String? = nil
  ) {
    self.metric = metric
    self.phase = phase
    self.cells = cells
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// What holds where no entry of the file fits: half of the smallest effect that lock step promises to find, 1 %, so that
  /// such an effect lies clearly beyond it; below 200 ns a keystroke a nanosecond, which batches still show.
  public static let builtIn = EffectThreshold(absolute: 1, relative: 0.005)

  /// Whether the threshold is about a series.
  func covers(_ series: Series) -> Bool {
    metric == series.metric && (phase ?? series.phase) == series.phase
      && (cells.map { Glob($0).matches(series.cell.id) } ?? true)
  }

  /// The threshold as a share of what a keystroke costs: the larger of both parts.
  ///
  /// - Parameter nanoseconds: what a keystroke costs in the baseline.
  /// - Returns: The share; infinite where an absolute threshold meets a cost of nothing.
  public func share(of nanoseconds: Double) -> Double {
    let part = absolute.map { $0 == 0 ? 0 : nanoseconds > 0 ? $0 / nanoseconds : .infinity }
    return max(part ?? 0, relative ?? 0)
  }
}
