import BenchmarkModel

/// The differences of one hypothesis, round by round, with the weight of each round.
package struct PairedSample: Sendable {
  /// The differences times the weights of their rounds; NaN if a round has none.
  package let values: [Double]
  /// The weight of each round; nil for equal weights.
  let weights: [Double]?
  /// The number of differences.
  package let count: Int
  /// Their weighted mean; 0 if there are none.
  package let mean: Double
  /// The sum of the squares of ``values``.
  package let sumOfSquares: Double
  /// The standard error of the mean, with one degree of freedom less than there are differences; nil for fewer than two.
  ///
  /// From the residuals themselves, so that it holds whatever the weights are: White, "A Heteroskedasticity-Consistent
  /// Covariance Matrix Estimator", Econometrica 48 (1980). Without weights it is the usual one.
  package let standardError: Double?

  /// Makes a sample of differences.
  ///
  /// - Parameters:
  ///   - differences: the differences, NaN if a round has none.
  ///   - weights: the weight of each round; nil for equal weights.
  package init(_ differences: [Double], weights: [Double]? = nil) {
    var values = differences
    var count = 0
    var sum = 0.0
    var weight = 0.0
    var squares = 0.0
    for round in differences.indices where !differences[round].isNaN {
      let own = weights?[round] ?? 1
      values[round] *= own
      count += 1
      weight += own
      sum += values[round]
      squares += values[round] * values[round]
    }
    let mean = weight > 0 ? sum / weight : 0
    var residuals = 0.0
    for round in differences.indices where !differences[round].isNaN {
      let rest = values[round] - (weights?[round] ?? 1) * mean
      residuals += rest * rest
    }
    self.values = values
    self.weights = weights
    self.count = count
    self.mean = mean
    sumOfSquares = squares
    standardError =
      count > 1
      ? (residuals * Double(count) / Double(count - 1)).squareRoot() / weight : nil
  }

  /// Student's t of the mean against 0; infinite if the differences are equal, 0 if all are 0; nil for fewer than two.
  package var t: Double? {
    guard let standardError else { return nil }
    return mean == 0 ? 0 : mean / standardError
  }

  /// The limit of a difference, as a multiple of the median magnitude: two standard deviations of a normal
  /// distribution.
  package static let reach = 3.0

  /// The differences, none larger in magnitude than ``reach`` times their median magnitude.
  ///
  /// A disturbed round then counts for little: Huber's estimator ("Robust Estimation of a Location Parameter", Annals
  /// of Mathematical Statistics 35, 1964), with a bound that does not change when signs do, so that the permutation
  /// test stays exact. If more than half are 0, nothing is clipped.
  package static func clipped(_ values: [Double]) -> [Double] {
    guard let middle = median(values.filter { !$0.isNaN }.map(\.magnitude)), middle > 0 else {
      return values
    }
    let bound = reach * middle
    return values.map { $0.isNaN ? $0 : min(max($0, -bound), bound) }
  }
}

/// The weights of the rounds of a comparison.
///
/// A round disturbed by other load is off in all its columns. Its spread is estimated from their magnitudes, each
/// relative to the median magnitude of its column, and its weight is the inverse square of that: Cochran, "Problems
/// arising in the analysis of a series of similar experiments", Supplement to the Journal of the Royal Statistical
/// Society 4 (1937). Magnitudes do not change with the signs, so a permutation test of signs stays exact.
package enum RoundWeights {
  /// The weights of the rounds, at most 1.
  ///
  /// - Parameter columns: the differences, NaN if a round has none; every column has every round.
  /// - Returns: a weight for each round; 1 if nothing is known of it.
  package static func weights(of columns: [[Double]]) -> [Double] {
    let rounds = columns.first?.count ?? 0
    let usual = columns.map { column in
      median(column.filter { !$0.isNaN }.map(\.magnitude)) ?? 0
    }
    return (0..<rounds).map { round in
      let spreads = zip(columns, usual).compactMap { column, usual in
        column[round].isNaN || usual == 0 ? nil : column[round].magnitude / usual
      }
      guard let spread = median(spreads), spread > 1 else { return 1 }
      return 1 / (spread * spread)
    }
  }
}
