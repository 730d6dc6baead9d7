/// A sorted sample, for several quantiles at the cost of one sort.
///
/// It takes an array and no other sequence: a generic sort is not specialised across modules, and takes ten times as
/// long.
package struct SortedSample: Sendable {
  private let values: [Double]

  /// Sorts a sample, which must not contain NaN; nil if it is empty.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values.sorted()
  }

  /// The quantile of a share, by linear interpolation between neighbours.
  ///
  /// Type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996), which
  /// is the default of R and NumPy.
  ///
  /// - Parameter share: From 0, the smallest, to 1, the largest.
  /// - Returns: The quantile.
  package func quantile(_ share: Double) -> Double {
    precondition((0...1).contains(share), "a share is from 0 to 1")
    let position = share * Double(values.count - 1)
    let below = Int(position)
    let above = min(below + 1, values.count - 1)
    // Equal neighbours are returned unchanged, without the rounding of the interpolation.
    if values[below] == values[above] { return values[below] }
    let weight = position - Double(below)
    return values[below] + weight * (values[above] - values[below])
  }

  /// The smallest value that at least a percentage of the sample does not exceed: a value that occurred.
  ///
  /// - Parameter percent: From 0, the smallest, to 100, the largest.
  /// - Returns: The percentile by nearest rank.
  package func nearestRank(_ percent: Double) -> Double {
    let rank = Int((percent / 100 * Double(values.count)).rounded(.up))
    return values[max(rank, 1) - 1]
  }

  /// The median of the sample.
  package var median: Double { quantile(0.5) }
}
