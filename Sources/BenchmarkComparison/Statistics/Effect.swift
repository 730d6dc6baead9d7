import Glibc

/// The change of a cost, as the ratio of candidate to baseline, with its interval.
package struct Effect: Equatable, Sendable {
  /// The natural logarithm of the ratio.
  package let logRatio: Double
  /// The half width of the interval around it; infinite if nothing can be said.
  package let halfWidth: Double

  /// An effect with its interval.
  package init(logRatio: Double, halfWidth: Double) {
    self.logRatio = logRatio
    self.halfWidth = halfWidth
  }

  /// The mean of log ratios, and the number of standard errors that its interval reaches to either side.
  init(_ sample: PairedSample, critical: Double) {
    let reach = sample.standardError.map { $0 == 0 && critical.isFinite ? 0 : $0 * critical }
    self.init(logRatio: sample.mean, halfWidth: reach ?? .infinity)
  }

  /// The same effect, if this one is the difference of two means, relative to half of their sum: d for a ratio of
  /// (2 + d) / (2 - d).
  ///
  /// The width is scaled with it, so that a significant difference stays significant.
  var ofRelativeDifference: Effect {
    guard logRatio != 0 else { return self }
    let scale = 2 * atanh(logRatio / 2) / logRatio
    return Effect(logRatio: logRatio * scale, halfWidth: halfWidth * scale)
  }

  /// Candidate over baseline.
  package var ratio: Double { exp(logRatio) }

  /// The interval of the ratio; nil if it is unbounded.
  package var interval: ClosedRange<Double>? {
    let (low, high) = (exp(logRatio - halfWidth), exp(logRatio + halfWidth))
    return halfWidth.isFinite && high.isFinite ? low...high : nil
  }

  /// True if chance alone does not explain the change: 1 is not inside the interval.
  ///
  /// With few rounds the observed signs are the one pattern that is rare enough, and a clear change can only reach its
  /// critical value, never exceed it. So reaching it is enough, to within rounding.
  package var isSignificant: Bool {
    logRatio != 0 && logRatio.magnitude >= halfWidth * (1 - Self.rounding)
  }

  private static let rounding = 1e-9

  /// The verdict on the effect.
  ///
  /// The effect has changed if it is both significant and larger than the threshold. It is unchanged only if its whole
  /// interval lies within the threshold (Schuirmann's two one-sided tests, Journal of Pharmacokinetics and
  /// Biopharmaceutics 15, 1987). Everything else is inconclusive.
  ///
  /// - Parameter threshold: a share of the baseline.
  /// - Returns: the verdict.
  package func verdict(threshold: Double) -> EffectVerdict {
    let bound = log1p(threshold)
    if isSignificant && logRatio.magnitude > bound {
      return logRatio > 0 ? .regressed : .improved
    }
    return logRatio.magnitude + halfWidth < bound ? .unchanged : .inconclusive
  }
}

/// The verdict on an effect.
package enum EffectVerdict: String, Sendable {
  /// It costs significantly more, and by more than the threshold.
  case regressed
  /// It costs significantly less, and by more than the threshold.
  case improved
  /// It costs the same, to within the threshold, with its whole interval.
  case unchanged
  /// None of these can be said.
  case inconclusive

  /// The verdict on a metric of which more is better.
  var reversed: EffectVerdict {
    switch self {
    case .regressed: .improved
    case .improved: .regressed
    case .unchanged, .inconclusive: self
    }
  }
}
