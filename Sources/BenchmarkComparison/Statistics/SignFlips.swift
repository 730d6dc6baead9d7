/// Paired differences of many hypotheses, tested at once: the permutation test of the largest statistic.
///
/// If both sides of a pair are equally fast, the difference is as likely to have the other sign. So all differences of
/// a round change their sign together, at random, many times over. The distribution of the largest of all t statistics
/// is what chance alone produces, with the correlation between hypotheses as it is. Westfall and Young,
/// "Resampling-Based Multiple Testing" (1993), section 2.6; Nichols and Holmes, "Nonparametric permutation tests for
/// functional neuroimaging", Human Brain Mapping 15 (2002).
///
/// The unit is the round, because the differences of several hypotheses from one pair of processes are not independent.
package struct SignFlips: Sendable {
  /// The hypotheses, each with its differences, round by round; NaN if a round has none.
  package let columns: [PairedSample]
  private let rounds: Int

  /// Makes a test of columns that all have an entry for each round; see ``PairedSample/clipped(_:)``.
  package init(columns: [PairedSample]) {
    let rounds = columns.first?.values.count ?? 0
    precondition(columns.allSatisfy { $0.values.count == rounds }, "every column has every round")
    self.rounds = rounds
    self.columns = columns
  }

  /// The number of random flips if there are too many to try all.
  package static let drawn = 20_000
  /// The maximum number of rounds for which every pattern of signs is tried: 8,192 patterns, since opposite patterns
  /// are equivalent.
  package static let enumerable = 14

  /// The value that the largest absolute t statistic reaches by chance with a probability of at most `level`.
  ///
  /// The observed signs are one of the patterns, so that the level is never exceeded: Phipson and Smyth, "Permutation
  /// p-values should never be zero", Statistical Applications in Genetics and Molecular Biology 9 (2010).
  ///
  /// - Parameters:
  ///   - level: the family-wise probability of a false alarm, over all columns, both signs.
  ///   - stretch: the factor by which correlated rounds widen intervals; the result contains it. The observed signs are
  ///     compared with the others as if they were that much less clear.
  ///   - bits: random bits, if there are more rounds than can be enumerated.
  /// - Returns: the value to be reached or exceeded; infinite if there are too few rounds for the level.
  package func criticalValue(
    level: Double, stretch: Double = 1, bits: () -> UInt64
  ) -> Double {
    var largest = largestStatistics(stretch: stretch, bits: bits)
    let exceeding = Int((level * Double(largest.count)).rounded(.down))
    guard exceeding > 0 else { return .infinity }
    largest.sort(by: >)
    return largest[exceeding - 1] * stretch
  }

  /// The largest absolute t statistic under each pattern of signs.
  private func largestStatistics(stretch: Double, bits: () -> UInt64) -> [Double] {
    // The other patterns are in single precision. The observed signs are compared with themselves if they are the rarest
    // pattern, so their statistic must be exact.
    let observed =
      min(
        columns.compactMap { $0.t?.magnitude }.max() ?? 0, .greatestFiniteMagnitude) / stretch
    let words = max(1, (rounds + 63) / 64)
    let patterns: [UInt64] =
      rounds > Self.enumerable
      ? (0..<(Self.drawn - 1) * words).map { _ in bits() }
      : Array(1..<(1 << UInt64(max(0, rounds - 1))))
    let varying = columns.filter { $0.count > 1 && $0.sumOfSquares > 0 }
    let size = 500
    let count = patterns.count / words
    // The patterns do not depend on each other.
    let parts = inParallel((count + size - 1) / size) { part in
      let own = part * size..<min(count, (part + 1) * size)
      return largest(of: varying, patterns[own.lowerBound * words..<own.upperBound * words], words)
    }
    return [observed] + parts.flatMap(\.self)
  }

  /// The largest absolute t statistic of several columns under each of several patterns.
  ///
  /// - Parameters:
  ///   - columns: the columns, none of which is all zeros.
  ///   - patterns: a bit for each round, in `words` words for each pattern; a set bit changes the sign.
  ///   - words: the number of words of a pattern.
  /// - Returns: a statistic for each pattern.
  private func largest(
    of columns: [PairedSample], _ patterns: ArraySlice<UInt64>, _ words: Int
  ) -> [Double] {
    let count = patterns.count / words
    let signs = (0..<rounds).map { round in
      (0..<count).map { pattern -> Float in
        let word = patterns[patterns.startIndex + pattern * words + round / 64]
        return word >> UInt64(round % 64) & 1 == 0 ? 1 : -1
      }
    }
    var largest = [Float](repeating: 0, count: count)
    for column in columns {
      // Scaled so that the squares add up to 1.
      let scale = 1 / column.sumOfSquares.squareRoot()
      let freedom = Float(column.count - 1) / Float(column.count)
      let weights = column.weights ?? Array(repeating: 1, count: rounds)
      var (weight, squares) = (Float(0), Float(0))
      var sums = [Float](repeating: 0, count: count)
      var weighted = sums
      for (round, value) in column.values.enumerated() where !value.isNaN {
        let own = Float(weights[round])
        weight += own
        squares += own * own
        let (signs, value) = (signs[round], Float(value * scale))
        for place in 0..<count { sums[place] += signs[place] * value }
        for place in 0..<count { weighted[place] += signs[place] * (value * own) }
      }
      for place in 0..<count {
        // The squared residuals of the mean, as in PairedSample.
        let mean = sums[place] / weight
        let residuals = mean * (mean * squares - 2 * weighted[place]) + 1
        largest[place] = max(
          largest[place],
          freedom * sums[place] * sums[place] / max(residuals, .leastNormalMagnitude))
      }
    }
    return largest.map { Double($0).squareRoot() }
  }
}
