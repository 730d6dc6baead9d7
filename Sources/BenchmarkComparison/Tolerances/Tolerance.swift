import BenchmarkModel
import BenchmarkResults
import Foundation

/// The distance that an exact metric may move without counting as a change, and the reason.
package struct Tolerance: Equatable, Sendable {
  /// The figures that it is about.
  package var scope: SeriesScope
  /// The distance in the metric's unit per keystroke.
  package var absolute: Double?
  /// The distance as a share of the baseline.
  package var relative: Double?
  /// The reason why it may move.
  package var reason: String

  /// Makes a tolerance of its parts.
  package init(
    _ scope: SeriesScope, absolute: Double? = nil, relative: Double? = nil, reason: String
  ) {
    self.scope = scope
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// True if a figure may have moved this far: by the larger of both parts.
  ///
  /// A move from 0 always counts as a change.
  func admits(from before: Double, to after: Double) -> Bool {
    guard before > 0 else { return before == after }
    return abs(after - before) <= max(absolute ?? 0, (relative ?? 0) * before)
  }
}
