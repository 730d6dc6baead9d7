/// How much of a probability of false alarms each look at growing data may use up.
///
/// Looking again and again until something shows would show something in the end. So the looks share the level: up to
/// a share t of the budget, level times t squared is spent. Lan and DeMets, "Discrete sequential boundaries for clinical
/// trials", Biometrika 70 (1983); Kim and DeMets, Biometrika 74 (1987), of which this is the family with exponent 2.
/// What is spent at each look is used there as if it stood alone, so that the looks add up to the level by Bonferroni's
/// inequality, however they are correlated.
package struct ErrorSpending: Sendable {
  /// The probability of a false alarm in all looks together.
  package let level: Double
  private var spent = 0.0

  /// Nothing is spent yet.
  package init(level: Double) { self.level = level }

  /// What a look may use up.
  ///
  /// - Parameter share: how much of the budget is behind it, from 0 to 1; the looks come in order.
  /// - Returns: the level of the look.
  package mutating func level(at share: Double) -> Double {
    let share = min(max(share, 0), 1)
    let total = level * share * share
    defer { spent = max(spent, total) }
    return max(0, total - spent)
  }
}

/// When growing data is looked at: seldom at first, since each look costs something of the level, and late only at the end.
package struct LookSchedule: Sendable {
  /// Before so many rounds no pattern of signs is rare enough to tell anything.
  package static let firstLook = 12
  /// From one look to the next rounds grow by this factor.
  package static let growth = 1.4
  /// Behind so large a share of the budget only the last look comes.
  ///
  /// Another one could save the rest of the budget, and would leave less than half of the level to the last look, which
  /// knows most: at 0.99 it leaves 2 %, with which no pattern of the signs of 13 rounds was rare enough.
  package static let latest = 0.75

  private var next = Self.firstLook

  /// Nothing was looked at yet.
  package init() {}

  /// Whether to look after so many rounds.
  ///
  /// - Parameters:
  ///   - rounds: how many rounds there are, asked about in order.
  ///   - spent: the share of the budget that is behind them. It must not tell which side was slower.
  /// - Returns: whether this is a look; if so, the next one is later.
  package mutating func isLook(after rounds: Int, spent: Double) -> Bool {
    guard rounds >= next, spent <= Self.latest else { return false }
    next = max(rounds + 1, Int((Double(rounds) * Self.growth).rounded()))
    return true
  }
}
