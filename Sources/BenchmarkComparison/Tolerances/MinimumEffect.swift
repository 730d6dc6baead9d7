import BenchmarkModel
import BenchmarkResults
import Foundation

/// The size that a change of a timed metric must have to be worth stopping a release for.
package struct MinimumEffect: Equatable, Sendable {
  /// The times that it is about.
  package var scope: SeriesScope
  /// The effect in nanoseconds per keystroke.
  package var absolute: Double?
  /// The effect as a share of the baseline.
  package var relative: Double?
  /// The reason for this size, if the file gives one.
  package var reason: String?

  /// Makes a minimum effect of its parts.
  package init(
    _ scope: SeriesScope = SeriesScope(.time), absolute: Double? = nil, relative: Double? = nil,
    reason: String? = nil
  ) {
    self.scope = scope
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// The minimum effect if no entry of the file matches: 0.5 % or 1 ns per keystroke.
  ///
  /// The share is half of the smallest effect that a paired comparison promises to find, 1 %, so that such an effect
  /// lies clearly beyond it. The nanosecond is the larger one below 200 ns per keystroke; batches still show it.
  package static let builtIn = MinimumEffect(absolute: 1, relative: 0.005)

  /// The same for a metric of the strategy's own that is not a time: its counts have no smallest step that matters.
  static let builtInOfCounts = MinimumEffect(relative: 0.005)

  /// The effect as a share of the cost of a keystroke: the larger of both parts.
  ///
  /// - Parameter nanoseconds: the cost of a keystroke in the baseline.
  /// - Returns: The share; infinite for an absolute effect if the cost is 0.
  package func share(of nanoseconds: Double) -> Double {
    let part = absolute.map { $0 == 0 ? 0 : nanoseconds > 0 ? $0 / nanoseconds : .infinity }
    return max(part ?? 0, relative ?? 0)
  }
}
