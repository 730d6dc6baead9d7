import BenchmarkStatistics

/// A timed figure over the rounds of a run: the middle, and between what it lay.
struct RoundSpread {
  /// The median over rounds.
  let median: Double
  /// The least and the most; nil where there is only one round, which tells nothing of a spread.
  let range: ClosedRange<Double>?

  /// Half of the distance between the least and the most.
  var halfRange: Double? { range.map { ($0.upperBound - $0.lowerBound) / 2 } }

  /// Nil where there is no round.
  init?(_ rounds: [Double]) {
    guard let sample = SortedSample(rounds) else { return nil }
    median = sample.median
    range = rounds.count > 1 ? sample.quantile(0)...sample.quantile(1) : nil
  }
}
