import BenchmarkModel
import Glibc

/// The launches that the robust estimate of a change leaves out, because they differ from the others.
///
/// The estimate clips and weights its rounds, so that other load on the machine cannot decide. A change that affects
/// only some processes, such as one in five, looks like such load. So this type also keeps the plain mean, with nothing
/// clipped or weighted, and both ends of the rounds.
package struct LaunchSpread: Equatable, Sendable {
  /// The plain mean of the rounds with its interval.
  package let mean: Effect
  /// The mean of the fifth of the rounds in which the candidate was slowest relative to the baseline, as a logarithm.
  package let slowest: Double
  /// The same of the fifth in which it was fastest.
  package let fastest: Double
  /// The median of the rounds, as a logarithm.
  package let middle: Double

  /// The share of the rounds that forms an end.
  private static let end = 0.2
  /// The slowest end is uneven if it lies this many times as far from the middle as the fastest one.
  private static let uneven = 3.0

  /// The spread of log ratios, which are NaN if a round has none.
  ///
  /// - Parameters:
  ///   - logRatios: the log ratios as measured, round by round.
  ///   - critical: the number of standard errors that the interval reaches to either side.
  package init(_ logRatios: [Double], critical: Double) {
    let sorted = logRatios.filter { !$0.isNaN }.sorted()
    let sample = PairedSample(sorted)
    mean = Effect(sample, critical: critical)
    let size = max(1, Int((Self.end * Double(sorted.count)).rounded(.up)))
    fastest = sorted.prefix(size).reduce(0, +) / Double(max(1, min(size, sorted.count)))
    slowest = sorted.suffix(size).reduce(0, +) / Double(max(1, min(size, sorted.count)))
    middle = median(sorted) ?? 0
  }

  /// The middle of both ends: near 0 if both sides are equally fast, however noisy they are, since then each is equally
  /// often the slower one.
  package var lean: Double { (slowest + fastest) / 2 }

  /// True if the whole interval of the mean, and the middle of the ends, lie within a share of the baseline.
  package func isWithin(_ share: Double) -> Bool {
    mean.verdict(threshold: share) == .unchanged && lean.magnitude < log1p(share)
  }

  /// True if some launches of the candidate are slower than the rest by more than a share, and none is as much faster.
  ///
  /// Then the mean depends on how many such launches there happened to be.
  package func isUneven(beyond share: Double) -> Bool {
    slowest - middle > max(log1p(share), Self.uneven * (middle - fastest))
  }
}
