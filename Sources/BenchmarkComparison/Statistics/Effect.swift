import Glibc

/// How a cost changed, by the ratio of candidate to baseline, and how sure that is.
package struct Effect: Equatable, Sendable {
  /// The natural logarithm of the ratio.
  package let logRatio: Double
  /// How far the interval reaches to either side of it; infinite where nothing can be said.
  package let halfWidth: Double

  /// An effect with its interval.
  package init(logRatio: Double, halfWidth: Double) {
    self.logRatio = logRatio
    self.halfWidth = halfWidth
  }

  /// Candidate over baseline.
  package var ratio: Double { exp(logRatio) }

  /// The interval of the ratio; nil where it has no end.
  package var interval: ClosedRange<Double>? {
    let (low, high) = (exp(logRatio - halfWidth), exp(logRatio + halfWidth))
    return halfWidth.isFinite && high.isFinite ? low...high : nil
  }

  /// Whether chance alone would not do this: 1 is not inside of the interval.
  ///
  /// With few rounds the observed signs are the one pattern that is rare enough, and a clear change can only reach its
  /// critical value, never exceed it. So reaching it is enough, to within rounding.
  package var isSignificant: Bool {
    logRatio != 0 && logRatio.magnitude >= halfWidth * (1 - Self.rounding)
  }

  private static let rounding = 1e-9

  /// What is to be said of the effect.
  ///
  /// Changed is what is both significant and larger than the threshold; unchanged only what lies within it with its
  /// whole interval (Schuirmann's two one-sided tests, Journal of Pharmacokinetics and Biopharmaceutics 15, 1987); all
  /// else is inconclusive.
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

/// What can be said of an effect.
package enum EffectVerdict: String, Sendable {
  /// It costs more, for sure, and by more than the threshold.
  case regressed
  /// It costs less, for sure, and by more than the threshold.
  case improved
  /// It costs the same, for sure, to within the threshold.
  case unchanged
  /// None of these can be said.
  case inconclusive
}
