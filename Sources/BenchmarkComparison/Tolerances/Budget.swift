import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

/// How many keystrokes may be over a limit.
///
/// A user states it, so it gates, whatever the machine.
public struct Budget: Equatable, Sendable {
  /// What it is about: the metric says over which limit, `Metric.over1ms` and its kin; the phase is `total` or `first`.
  public var scope: SeriesScope
  /// The largest share that is allowed, from 0 to 1.
  public var share: Double

  /// Makes a budget of its parts.
  public init(_ scope: SeriesScope, share: Double) {
    self.scope = scope
    self.share = share
  }
}
