/// The correlation of each round with the one before it, and what it costs.
///
/// The sign-flip test needs independent rounds. The side that starts is drawn, so what the machine does alike to
/// neighbouring rounds cancels; a difference of the two programs that drifts does not. If neighbours are alike, n rounds
/// say as much as n (1 - r) / (1 + r) independent ones, where r is the correlation of neighbours: Bayley and Hammersley,
/// "The Effective Number of Independent Observations in an Autocorrelated Time Series", Supplement to the Journal of the
/// Royal Statistical Society 8 (1946), for a correlation that falls geometrically.
package struct RoundCorrelation: Equatable, Sendable {
  /// The correlation of neighbouring rounds, from 0 to ``most``; a negative one counts as 0.
  package let value: Double

  /// The largest correlation that is believed: from there on the rounds say next to nothing.
  private static let most = 0.9

  /// Estimates the correlation of rounds from kinds of columns, such as cells and groups: the largest mean of any kind.
  ///
  /// Load that all cells share shows in the means of groups, load that comes and goes within a round in cells.
  package init(_ kinds: [[[Double]]]) {
    let found = kinds.compactMap { columns -> Double? in
      let known = columns.compactMap(Self.ofNeighbours)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
    value = min(max(found.max() ?? 0, 0), Self.most)
  }

  /// The factor by which intervals are wider than those of this many independent rounds.
  ///
  /// The mean of n rounds has F times the variance of independent ones, and the variance among them, from which that is
  /// estimated, is too small by (n - F) / (n - 1).
  package func stretch(rounds: Int) -> Double {
    let n = Double(rounds)
    let factor = min((1 + value) / (1 - value), n / 2)
    return factor > 1 ? (factor * (n - 1) / (n - factor)).squareRoot() : 1
  }

  /// The correlation of neighbours in a column; nil if it does not vary or is too short.
  ///
  /// Deviations from a mean of the same n values correlate by about -(1 + 4 r) / n, which is taken off: Marriott and Pope,
  /// "Bias in the Estimation of Autocorrelations", Biometrika 41 (1954).
  private static func ofNeighbours(_ column: [Double]) -> Double? {
    let known = column.filter { !$0.isNaN }
    let count = Double(known.count)
    let mean = known.reduce(0, +) / count
    let squares = known.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    guard count > 4, squares > 0 else { return nil }
    let products = zip(column, column.dropFirst()).reduce(0) { sum, pair in
      let product = (pair.0 - mean) * (pair.1 - mean)
      return product.isNaN ? sum : sum + product
    }
    return (count * products / squares + 1) / (count - 4)
  }
}
