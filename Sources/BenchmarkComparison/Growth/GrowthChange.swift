import BenchmarkModel
import BenchmarkResults
import Foundation

/// A cost that grows otherwise with the length than it did.
public struct GrowthChange: Equatable, Sendable {
  /// The cells that it was fitted over.
  public let family: GrowthFamily
  /// The part of the keystroke.
  public let phase: RowPhase
  /// The metric.
  public let metric: Metric
  /// The lengths that both sides have, from short to long.
  public let lengths: [Int]
  /// So much more for each digit in the baseline, in the metric's unit.
  public let before: Double
  /// So much more for each digit in the candidate.
  public let after: Double
  /// By how much the slope changed.
  public let change: Double
  /// The standard error of that, from the scatter of the differences.
  public let error: Double
  /// How likely differences without a trend would show one that clear.
  public let chance: Double
  let freedom: Int

  /// Fits the lengths that both curves have; nil where there are too few to tell.
  init?(_ before: GrowthCurve, _ after: GrowthCurve) {
    let old = before.common(with: after)
    let new = after.common(with: before)
    guard old.lengths.count >= GrowthFamily.fewestLengths,
      let trend = Self.trend(old, new)
    else { return nil }
    family = old.family
    phase = old.code.phase
    metric = old.code.metric
    lengths = old.lengths
    self.before = trend.before
    self.after = trend.after
    change = trend.change
    error = trend.error
    chance = Self.logarithmic(old, new)?.chance ?? trend.chance
    freedom = trend.freedom
  }

  private static func trend(_ old: GrowthCurve, _ new: GrowthCurve) -> TrendChange? {
    // Means are stored with six digits after the point.
    let resolution = old.code.metric.isExact ? 1e-6 : 0
    // Three lengths leave nothing to tell scatter by, unless the ends of a session are taken for alike.
    return TrendChange(before: old.values, after: new.values, old.model, resolution: resolution)
      ?? TrendChange(
        before: old.values, after: new.values,
        LengthModel(lengths: old.lengths.map(Double.init)), resolution: resolution)
  }

  /// The same of logarithms, for times: two runs differ by a factor, which is no other growth.
  private static func logarithmic(_ old: GrowthCurve, _ new: GrowthCurve) -> TrendChange? {
    guard !old.code.metric.isExact, (old.values + new.values).allSatisfy({ $0 > 0 }) else {
      return nil
    }
    return TrendChange(
      before: old.values.map { log($0) }, after: new.values.map { log($0) }, old.model)
  }

  /// How much the change adds from the shortest length to the longest.
  var total: Double { abs(change) * Double((lengths.last ?? 0) - (lengths.first ?? 0)) }
}
