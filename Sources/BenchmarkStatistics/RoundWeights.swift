/// How much each round of a comparison counts.
///
/// A round that a neighbour disturbed is off in all its columns. Its spread is told from their magnitudes, each beside the
/// usual one of its column, and it counts by the inverse square of that: Cochran, "Problems arising in the analysis of a
/// series of similar experiments", Supplement to the Journal of the Royal Statistical Society 4 (1937). Magnitudes do
/// not change with the signs, so a permutation test of signs stays exact.
package enum RoundWeights {
  /// The weights of the rounds, at most 1.
  ///
  /// - Parameter columns: the differences, NaN where a round has none; every column has every round.
  /// - Returns: a weight a round; 1 for one of which nothing is known.
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
