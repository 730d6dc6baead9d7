import BenchmarkModel
import BenchmarkResults
import Foundation

/// How far an exact metric may move without being a change, and why.
public struct Tolerance: Equatable, Sendable {
  /// Which figures it is about.
  public var scope: SeriesScope
  /// So much, in the metric's unit per keystroke.
  public var absolute: Double?
  /// So much, as a share of the baseline.
  public var relative: Double?
  /// Why it may.
  public var reason: String

  /// Makes a tolerance of its parts.
  public init(
    _ scope: SeriesScope, absolute: Double? = nil, relative: Double? = nil, reason: String
  ) {
    self.scope = scope
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// Whether a figure may have moved so far: by the larger of both parts.
  ///
  /// From 0 to something is always a change.
  func admits(from before: Double, to after: Double) -> Bool {
    guard before > 0 else { return before == after }
    return abs(after - before) <= max(absolute ?? 0, (relative ?? 0) * before)
  }
}
