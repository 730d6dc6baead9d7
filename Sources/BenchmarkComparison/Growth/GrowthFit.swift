import BenchmarkModel
import BenchmarkResults

/// How one cost of a keystroke grows with the length of the session.
public struct GrowthFit: Equatable, Sendable {
  /// The cells that it was fitted over.
  public let family: GrowthFamily
  /// The part of the keystroke.
  public let phase: RowPhase
  /// The metric.
  public let metric: Metric
  /// The lengths, from short to long.
  public let lengths: [Int]
  /// The lowest polynomial that tells it: constant, linear or quadratic.
  package let order: LengthTrend.Order
  /// The mean over the lengths, in the metric's unit.
  public let mean: Double
  /// So much more for each digit that the session is longer, in the metric's unit.
  public let slope: Double
  /// The standard error of the slope; nil where there are too few lengths to tell.
  public let slopeError: Double?

  init?(_ curve: GrowthCurve) {
    // Of figures near the largest of all, sums are none.
    guard let trend = LengthTrend(curve.values, curve.model), trend.mean.isFinite,
      trend.slope.isFinite
    else { return nil }
    family = curve.family
    phase = curve.code.phase
    metric = curve.code.metric
    lengths = curve.lengths
    order = trend.order
    mean = trend.mean
    slope = trend.slope
    slopeError = trend.slopeError.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The fits of all families of a run, in the order of tables.
  package static func all(_ side: RunIndex) -> [GrowthFit] {
    GrowthFamily.all(side.cells.keys).flatMap { family, cells in
      GrowthCurve.all(family, cells, side).compactMap(GrowthFit.init)
    }
  }
}
