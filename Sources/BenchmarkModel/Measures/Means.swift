import Foundation

/// The mean of values that each represent a number of observations.
///
/// The sum of weight times value, over the sum of weights (Cochran, "Sampling Techniques", 3rd edition, section 5.2:
/// the stratified mean).
///
/// - Returns: The mean, or nil if the weights add up to 0.
package func weightedMean(_ values: [(value: Double, weight: Double)]) -> Double? {
  var weights = 0.0
  var mean = 0.0
  // West's update ("Updating mean and variance estimates", CACM 22, 1979): equal values keep their exact value,
  // which a quotient of two sums does not promise.
  for (value, weight) in values where weight > 0 {
    weights += weight
    mean += (value - mean) * (weight / weights)
  }
  return weights > 0 ? mean : nil
}

/// The geometric mean: the right one for ratios, since it does not depend on which side is the base.
///
/// Fleming and Wallace, "How not to lie with statistics", CACM 29 (1986).
///
/// - Parameter ratios: Positive numbers.
/// - Returns: The mean, or nil for an empty sample.
package func geometricMean(_ ratios: [Double]) -> Double? {
  var logarithms = 0.0
  var count = 0
  for ratio in ratios {
    precondition(ratio > 0, "a ratio is positive")
    logarithms += log(ratio)
    count += 1
  }
  return count > 0 ? exp(logarithms / Double(count)) : nil
}

/// The median of the sample; nil for an empty one; see ``SortedSample/quantile(_:)``.
package func median(_ values: [Double]) -> Double? {
  SortedSample(values)?.median
}
