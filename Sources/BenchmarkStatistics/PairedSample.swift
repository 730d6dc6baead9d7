/// The differences of one hypothesis, round by round.
package struct PairedSample: Sendable {
  /// The differences; NaN where a round has none.
  package let values: [Double]
  /// How many there are.
  package let count: Int
  /// Their mean; 0 where there are none.
  package let mean: Double
  /// The sum of their squares.
  package let sumOfSquares: Double

  /// A sample of differences.
  package init(_ values: [Double]) {
    self.values = values
    var count = 0
    var sum = 0.0
    var squares = 0.0
    for value in values where !value.isNaN {
      count += 1
      sum += value
      squares += value * value
    }
    self.count = count
    mean = count > 0 ? sum / Double(count) : 0
    sumOfSquares = squares
  }

  /// The standard error of the mean, with one degree of freedom less than there are differences; nil for fewer than two.
  package var standardError: Double? {
    guard count > 1 else { return nil }
    let spread = max(0, sumOfSquares - Double(count) * mean * mean)
    return (spread / Double(count - 1) / Double(count)).squareRoot()
  }

  /// Student's t of the mean against 0; infinite where the differences are equal, 0 where all are 0; nil for fewer than two.
  package var t: Double? {
    guard let standardError else { return nil }
    return mean == 0 ? 0 : mean / standardError
  }

  /// So many times the median magnitude is the most that a difference counts for: two standard deviations of a normal
  /// distribution.
  package static let reach = 3.0

  /// The differences, none larger in magnitude than ``reach`` times their median magnitude.
  ///
  /// A round that was disturbed then counts for little: Huber's estimator ("Robust Estimation of a Location Parameter",
  /// Annals of Mathematical Statistics 35, 1964), with a bound that does not change when signs do, so that the
  /// permutation test stays exact. Where more than half are 0 nothing is clipped.
  package static func clipped(_ values: [Double]) -> [Double] {
    guard let middle = median(values.filter { !$0.isNaN }.map(\.magnitude)), middle > 0 else {
      return values
    }
    let bound = reach * middle
    return values.map { $0.isNaN ? $0 : min(max($0, -bound), bound) }
  }
}
