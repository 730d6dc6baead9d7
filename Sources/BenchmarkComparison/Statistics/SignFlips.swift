/// Paired differences of many hypotheses, tested at once: the permutation test of the largest statistic.
///
/// If both sides of a pair are alike, the difference is as likely to have the other sign. So all differences of a round
/// change their sign together, at random, many times over; how large the largest of all t statistics gets that way is
/// what chance alone does, with the correlation between hypotheses as it is. Westfall and Young, "Resampling-Based
/// Multiple Testing" (1993), section 2.6; Nichols and Holmes, "Nonparametric permutation tests for functional
/// neuroimaging", Human Brain Mapping 15 (2002).
///
/// The unit is the round: what one pair of processes tells of several hypotheses is not independent.
package struct SignFlips: Sendable {
  /// One hypothesis: its differences, round by round, NaN where there is none.
  package let columns: [PairedSample]
  private let weights: [Double]?
  private let rounds: Int

  /// A test of columns that all have an entry for each round.
  ///
  /// - Parameters:
  ///   - columns: the differences, taken as they are; see ``PairedSample/clipped(_:)``.
  ///   - weights: how much each round counts; nil for all alike.
  package init(columns: [[Double]], weights: [Double]? = nil) {
    let rounds = columns.first?.count ?? 0
    precondition(columns.allSatisfy { $0.count == rounds }, "every column has every round")
    self.rounds = rounds
    self.weights = weights
    self.columns = columns.map { PairedSample($0, weights: weights) }
  }

  /// So many flips are drawn where not all can be tried.
  package static let drawn = 20_000
  /// Up to so many rounds, every pattern of signs is tried: 8,192, since the opposite pattern tells the same.
  package static let enumerable = 14

  /// What the largest absolute t statistic reaches by chance with a probability of at most `level`.
  ///
  /// The observed signs are one of the patterns, so that the level is never exceeded: Phipson and Smyth, "Permutation
  /// p-values should never be zero", Statistical Applications in Genetics and Molecular Biology 9 (2010).
  ///
  /// - Parameters:
  ///   - level: the family-wise probability of a false alarm, over all columns, both signs.
  ///   - bits: random bits, for more rounds than can be enumerated.
  /// - Returns: the value that is to be reached or exceeded; infinite where there are too few rounds for the level.
  package func criticalValue(level: Double, bits: () -> UInt64) -> Double {
    var largest = largestStatistics(bits: bits)
    let exceeding = Int((level * Double(largest.count)).rounded(.down))
    guard exceeding > 0 else { return .infinity }
    largest.sort(by: >)
    return largest[exceeding - 1]
  }

  /// The largest absolute t statistic under each pattern of signs.
  private func largestStatistics(bits: () -> UInt64) -> [Double] {
    let table = FlipTable(columns, weights: weights, rounds: rounds)
    // The table is in single precision. What was observed is compared with itself, where it is the rarest pattern, so it
    // must be exact: with differences that are nearly equal, t would be off by more than any slack.
    let observed = min(
      columns.compactMap { $0.t?.magnitude }.max() ?? 0, .greatestFiniteMagnitude)
    let words = max(1, (rounds + 63) / 64)
    let patterns: [UInt64] =
      rounds > Self.enumerable
      ? (0..<(Self.drawn - 1) * words).map { _ in bits() }
      : Array(1..<(1 << UInt64(max(0, rounds - 1))))
    return [observed] + table.largest(of: patterns, words: words)
  }
}

/// The differences of all columns, scaled so that two sums are all there is to do for each pattern of signs.
private struct FlipTable {
  private typealias Lanes = SIMD16<Float>

  /// Rounds whose signs are looked up together, so that a pattern takes a quarter of the additions: the "method of the four
  /// Russians", Arlazarov and others, Soviet Mathematics Doklady 11 (1970).
  private static let together = 4

  /// Sixteen columns beside each other.
  private struct Block {
    /// The weighted differences divided by the root of their sum of squares: their sum over four rounds, for each pattern of signs.
    var sums: [Lanes]
    /// The same of them times the weight once more.
    var weighted: [Lanes]
    /// (n - 1) / n of the rounds that a column has.
    var freedom: Lanes
    /// One over the sum of the weights of those rounds.
    var scale: Lanes
    /// The sum of their squares.
    var squares: Lanes
  }

  private var blocks: [Block] = []
  private let groups: Int

  init(_ columns: [PairedSample], weights: [Double]?, rounds: Int) {
    groups = (rounds + Self.together - 1) / Self.together
    let varying = columns.filter { $0.count > 1 && $0.sumOfSquares > 0 }
    for start in stride(from: 0, to: varying.count, by: Lanes.scalarCount) {
      var differences = [Lanes](repeating: .zero, count: groups * Self.together)
      var weighted = differences
      var (freedom, scales, allSquares) = (Lanes.zero, Lanes.zero, Lanes.zero)
      for (lane, column) in varying[start...].prefix(Lanes.scalarCount).enumerated() {
        let scale = 1 / column.sumOfSquares.squareRoot()
        var sum = 0.0
        var squares = 0.0
        for (round, value) in column.values.enumerated() where !value.isNaN {
          let weight = weights?[round] ?? 1
          sum += weight
          squares += weight * weight
          differences[round][lane] = Float(value * scale)
          weighted[round][lane] = Float(value * scale * weight)
        }
        freedom[lane] = Float(column.count - 1) / Float(column.count)
        scales[lane] = Float(1 / sum)
        allSquares[lane] = Float(squares)
      }
      blocks.append(
        Block(
          sums: Self.signed(differences), weighted: Self.signed(weighted), freedom: freedom,
          scale: scales, squares: allSquares))
    }
  }

  /// The sum of each four rounds under each of the 16 patterns of their signs; a set bit changes the sign.
  private static func signed(_ rounds: [Lanes]) -> [Lanes] {
    var sums: [Lanes] = []
    for first in stride(from: 0, to: rounds.count, by: together) {
      for pattern in 0..<1 << together {
        var sum = Lanes.zero
        for place in 0..<together {
          let changes = pattern >> place & 1 == 1
          sum += (changes ? -1 : 1) * rounds[first + place]
        }
        sums.append(sum)
      }
    }
    return sums
  }

  /// The largest absolute t statistic of all columns under each pattern: a bit a round, in so many words, set where the
  /// sign changes.
  func largest(of patterns: [UInt64], words: Int) -> [Double] {
    var largest = [Lanes](repeating: .zero, count: patterns.count / words)
    for block in blocks {
      for index in largest.indices {
        var sum = Lanes.zero
        var weighted = Lanes.zero
        for group in 0..<groups {
          // Sixteen groups a word.
          let word = patterns[index * words + group >> 4]
          let place = group << 4 | Int(word >> UInt64(group << 2 & 63) & 15)
          sum += block.sums[place]
          weighted += block.weighted[place]
        }
        // As PairedSample has it: the sum of the squares of what the mean leaves, of values whose squares add up to 1.
        let mean = sum * block.scale
        var residuals = mean * (mean * block.squares - weighted - weighted) + 1
        // pointwiseMax goes lane by lane.
        residuals.replace(with: .leastNormalMagnitude, where: residuals .< .leastNormalMagnitude)
        let squared = block.freedom * sum * sum / residuals
        largest[index].replace(with: squared, where: squared .> largest[index])
      }
    }
    return largest.map { Double($0.max()).squareRoot() }
  }
}
