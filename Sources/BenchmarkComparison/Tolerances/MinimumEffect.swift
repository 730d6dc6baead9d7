import BenchmarkModel
import BenchmarkResults
import Foundation

/// How large a change of a timed metric must be to be worth stopping a release for.
public struct MinimumEffect: Equatable, Sendable {
  /// Which times it is about.
  public var scope: SeriesScope
  /// So many nanoseconds per keystroke.
  public var absolute: Double?
  /// So much, as a share of the baseline.
  public var relative: Double?
  /// Why just so much, where the file says so.
  public var reason: String?

  /// Makes one of its parts.
  public init(
    _ scope: SeriesScope = SeriesScope(.time), absolute: Double? = nil, relative: Double? = nil,
    reason: String? = nil
  ) {
    self.scope = scope
    self.absolute = absolute
    self.relative = relative
    self.reason = reason
  }

  /// What holds where no entry of the file fits: half of the smallest effect that a paired comparison promises to find, 1 %, so that
  /// such an effect lies clearly beyond it; below 200 ns per keystroke a nanosecond, which batches still show.
  public static let builtIn = MinimumEffect(absolute: 1, relative: 0.005)

  /// The effect as a share of what a keystroke costs: the larger of both parts.
  ///
  /// - Parameter nanoseconds: what a keystroke costs in the baseline.
  /// - Returns: The share; infinite where an absolute one meets a cost of nothing.
  public func share(of nanoseconds: Double) -> Double {
    let part = absolute.map { $0 == 0 ? 0 : nanoseconds > 0 ? $0 / nanoseconds : .infinity }
    return max(part ?? 0, relative ?? 0)
  }
}
