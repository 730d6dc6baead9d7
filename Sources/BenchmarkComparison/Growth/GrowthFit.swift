import BenchmarkModel
import BenchmarkResults

/// The growth of one cost of a keystroke with the length of the session.
public struct GrowthFit: Equatable, Sendable {
  /// The cells that it was fitted over.
  public let family: GrowthFamily
  /// The part of the keystroke.
  public let phase: RowPhase
  /// The metric.
  public let metric: Metric
  /// The lengths, from short to long.
  public let lengths: [Int]
  /// The kind of growth.
  package let order: LengthTrend.Order
  /// The mean over the lengths, in the metric's unit.
  public let mean: Double
  /// The increase for each digit that the session is longer, in the metric's unit.
  public let slope: Double

  init?(_ curve: GrowthCurve) {
    // Sums of figures near the largest double are infinite.
    guard let trend = curve.trend, trend.mean.isFinite,
      trend.slope.isFinite
    else { return nil }
    family = curve.family
    phase = curve.measure.phase
    metric = curve.measure.metric
    lengths = curve.lengths
    order = trend.order
    mean = trend.mean
    slope = trend.slope
  }

  /// The fits of all families of a run, in the order of tables.
  package static func all(_ side: RunIndex) -> [GrowthFit] {
    GrowthFamily.all(side.cells.keys).flatMap { family, cells in
      GrowthCurve.all(family, cells, side).compactMap(GrowthFit.init)
    }
  }
}
