/// The value below which a share of the sample lies, between neighbours on a straight line.
///
/// Type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician 50 (1996),
/// which is the default of R and NumPy.
/// - Parameters:
///   - values: The sample, in any order, without NaN.
///   - share: From 0, the smallest, to 1, the largest.
/// - Returns: The quantile, or nil for an empty sample.
package func quantile(_ values: some Sequence<Double>, _ share: Double) -> Double? {
  precondition((0...1).contains(share), "a share is from 0 to 1")
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return nil }
  let position = share * Double(sorted.count - 1)
  let below = Int(position)
  let above = min(below + 1, sorted.count - 1)
  let weight = position - Double(below)
  // Halfway from either side the same, so that a median is exact where both neighbours are equal.
  return sorted[below] == sorted[above]
    ? sorted[below] : sorted[below] + weight * (sorted[above] - sorted[below])
}

/// The middle of the sample: ``quantile(_:_:)`` at one half, or nil for an empty sample.
package func median(_ values: some Sequence<Double>) -> Double? {
  quantile(values, 0.5)
}
