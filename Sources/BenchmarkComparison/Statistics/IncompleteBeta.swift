import Glibc

/// The regularised incomplete beta function, which the distributions of Student and Fisher are made of.
///
/// The continued fraction of DLMF 8.17.22, evaluated as of Lentz (Press et al., "Numerical Recipes", 3rd edition,
/// section 6.4), on the side of the mean where it converges fast.
/// - Parameters:
///   - x: From 0 to 1.
///   - a: Positive.
///   - b: Positive.
/// - Returns: A share from 0 to 1.
package func regularizedIncompleteBeta(_ x: Double, _ a: Double, _ b: Double) -> Double {
  precondition((0...1).contains(x) && a > 0 && b > 0, "outside of the function's domain")
  if x == 0 || x == 1 { return x }
  let front = exp(
    lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? front * betaFraction(x, a, b) / a : 1 - front * betaFraction(1 - x, b, a) / b
}

private func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
  let tiny = 1e-300
  func held(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
  var c = 1.0
  var d = 1 / held(1 - (a + b) * x / (a + 1))
  var fraction = d
  for step in 1...10_000 {
    let m = Double(step)
    for factor in [
      m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
      -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
    ] {
      d = 1 / held(1 + factor * d)
      c = held(1 + factor / c)
      fraction *= d * c
    }
    if abs(d * c - 1) < 1e-15 { break }
  }
  return fraction
}

/// How likely chance alone gives an F at least as large.
///
/// Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.6.2.
/// - Parameters:
///   - f: The ratio of two mean squares; infinity where nothing is left unexplained.
///   - freedom: The degrees of freedom of the numerator and of the denominator, positive.
/// - Returns: A share from 0 to 1.
package func fisherUpperTail(_ f: Double, freedom: (Double, Double)) -> Double {
  guard f > 0 else { return 1 }
  guard f.isFinite else { return 0 }
  let (above, below) = freedom
  return regularizedIncompleteBeta(below / (below + above * f), below / 2, above / 2)
}

/// How likely chance alone gives a t at least as far from 0, on either side.
///
/// Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.1.
/// - Parameters:
///   - t: The ratio of an estimate to its standard error.
///   - freedom: The degrees of freedom, positive.
/// - Returns: A share from 0 to 1.
package func studentBothTails(_ t: Double, freedom: Double) -> Double {
  fisherUpperTail(t * t, freedom: (1, freedom))
}

/// The t that chance alone exceeds on either side with a probability of 1 less the confidence.
///
/// By halving an interval: ``studentBothTails(_:freedom:)`` falls as t rises.
/// - Parameters:
///   - confidence: Above 0 and below 1.
///   - freedom: The degrees of freedom, positive.
/// - Returns: A positive number.
package func studentQuantile(confidence: Double, freedom: Double) -> Double {
  precondition(confidence > 0 && confidence < 1 && freedom > 0, "outside of the function's domain")
  var (low, high) = (0.0, 1.0)
  while studentBothTails(high, freedom: freedom) > 1 - confidence { high *= 2 }
  for _ in 0..<100 {
    let middle = (low + high) / 2
    if middle == low || middle == high { break }
    if studentBothTails(middle, freedom: freedom) > 1 - confidence {
      low = middle
    } else {
      high = middle
    }
  }
  return (low + high) / 2
}
