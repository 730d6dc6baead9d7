/// The share of the error level that each look at growing data may spend.
///
/// Looking again and again until something shows would show something in the end. So the looks share the level: up to
/// a share t of the budget, level times t squared is spent. Lan and DeMets, "Discrete sequential boundaries for clinical
/// trials", Biometrika 70 (1983); Kim and DeMets, Biometrika 74 (1987), of which this is the family with exponent 2.
/// Each look uses its share as if it were the only look, so that the looks add up to the level by Bonferroni's
/// inequality, however they are correlated.
package struct ErrorSpending: Sendable {
  /// The probability of a false alarm in all looks together.
  package let level: Double
  private var spent = 0.0

  /// Makes a budget of which nothing is spent yet.
  package init(level: Double) { self.level = level }

  /// Returns the level that a look may spend.
  ///
  /// - Parameter share: the share of the budget that is used up, from 0 to 1; the looks come in order.
  /// - Returns: the level of the look.
  package mutating func level(at share: Double) -> Double {
    let share = min(max(share, 0), 1)
    let total = level * share * share
    defer { spent = max(spent, total) }
    return max(0, total - spent)
  }
}
