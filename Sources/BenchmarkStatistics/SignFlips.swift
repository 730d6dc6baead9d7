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
    guard rounds > Self.enumerable else {
      return (0..<(1 << max(0, rounds - 1))).map { pattern in
        pattern == 0 ? observed : table.largest { pattern >> $0 & 1 == 0 }
      }
    }
    var words = [UInt64](repeating: 0, count: (rounds + 63) / 64)
    var largest = [observed]
    for _ in 1..<Self.drawn {
      for place in words.indices { words[place] = bits() }
      largest.append(table.largest { words[$0 >> 6] >> UInt64($0 & 63) & 1 == 0 })
    }
    return largest
  }
}

/// The differences of all columns, scaled so that two sums are all there is to do for each pattern of signs.
private struct FlipTable {
  private typealias Lanes = SIMD16<Float>

  /// Sixteen columns beside each other.
  private struct Block {
    /// The weighted differences of each round, divided by the root of their sum of squares.
    var differences: [Lanes]
    /// The same times the weight once more.
    var weighted: [Lanes]
    /// (n - 1) / n of the rounds that a column has.
    var freedom: Lanes
    /// One over the sum of the weights of those rounds.
    var scale: Lanes
    /// The sum of their squares.
    var squares: Lanes
  }

  private var blocks: [Block] = []
  private let rounds: Int

  init(_ columns: [PairedSample], weights: [Double]?, rounds: Int) {
    self.rounds = rounds
    let varying = columns.filter { $0.count > 1 && $0.sumOfSquares > 0 }
    for start in stride(from: 0, to: varying.count, by: Lanes.scalarCount) {
      let empty = [Lanes](repeating: .zero, count: rounds)
      var block = Block(
        differences: empty, weighted: empty, freedom: .zero, scale: .zero, squares: .zero)
      for (lane, column) in varying[start...].prefix(Lanes.scalarCount).enumerated() {
        let scale = 1 / column.sumOfSquares.squareRoot()
        var sum = 0.0
        var squares = 0.0
        for (round, value) in column.values.enumerated() where !value.isNaN {
          let weight = weights?[round] ?? 1
          sum += weight
          squares += weight * weight
          block.differences[round][lane] = Float(value * scale)
          block.weighted[round][lane] = Float(value * scale * weight)
        }
        block.freedom[lane] = Float(column.count - 1) / Float(column.count)
        block.scale[lane] = Float(1 / sum)
        block.squares[lane] = Float(squares)
      }
      blocks.append(block)
    }
  }

  /// The largest absolute t statistic of all columns, with the sign of each round kept or changed.
  func largest(keeps: (Int) -> Bool) -> Double {
    var signs = [Float](repeating: 1, count: rounds)
    for round in 0..<rounds where !keeps(round) { signs[round] = -1 }
    var largest = Lanes.zero
    for block in blocks {
      var sum = Lanes.zero
      var weighted = Lanes.zero
      for round in 0..<rounds {
        // Not addProduct, which calls a function a lane where the processor's own may not be used.
        sum += signs[round] * block.differences[round]
        weighted += signs[round] * block.weighted[round]
      }
      // As PairedSample has it: the sum of the squares of what the mean leaves, of values whose squares add up to 1.
      let mean = sum * block.scale
      let residuals = pointwiseMax(
        1 - 2 * mean * weighted + mean * mean * block.squares,
        Lanes(repeating: .leastNormalMagnitude))
      largest = pointwiseMax(largest, block.freedom * sum * sum / residuals)
    }
    return Double(largest.max()).squareRoot()
  }
}
