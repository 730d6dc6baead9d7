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

  /// The share of the rounds that forms an end.
  private static let end = 0.2

  /// The spread of log ratios, which are NaN if a round has none.
  ///
  /// - Parameters:
  ///   - logRatios: the log ratios as measured, round by round.
  ///   - critical: the number of standard errors that the interval reaches to either side.
  package init(_ logRatios: [Double], critical: Double) {
    let sorted = logRatios.filter { !$0.isNaN }.sorted()
    let sample = PairedSample(sorted)
    let reach = sample.standardError.map { $0 == 0 && critical.isFinite ? 0 : $0 * critical }
    mean = Effect(logRatio: sample.mean, halfWidth: reach ?? .infinity)
    let size = max(1, Int((Self.end * Double(sorted.count)).rounded(.up)))
    fastest = sorted.prefix(size).reduce(0, +) / Double(max(1, min(size, sorted.count)))
    slowest = sorted.suffix(size).reduce(0, +) / Double(max(1, min(size, sorted.count)))
  }

  /// The middle of both ends: near 0 if both sides are equally fast, however noisy they are, since then each is equally
  /// often the slower one.
  package var lean: Double { (slowest + fastest) / 2 }

  /// True if the whole interval of the mean, and the middle of the ends, lie within a share of the baseline.
  package func isWithin(_ share: Double) -> Bool {
    mean.verdict(threshold: share) == .unchanged && lean.magnitude < log1p(share)
  }
}
