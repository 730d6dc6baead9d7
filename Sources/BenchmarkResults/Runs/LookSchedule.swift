/// The rounds after which a paired comparison looks at its data.
///
/// Looks are rare at first, since each look spends some of the error level, and the last one comes at the end.
package struct LookSchedule: Sendable {
  /// The rounds before the first look.
  ///
  /// With fewer, no pattern of signs is rare enough for a decision.
  package static let firstLook = 12
  /// The factor by which the number of rounds grows from one look to the next.
  package static let growth = 1.4
  /// The share of the budget after which only the last look comes.
  ///
  /// Another look could save the rest of the budget, but would leave less than half of the level to the last look, which
  /// has the most data. A look at 0.99 leaves 2 %, with which no pattern of the signs of 13 rounds was rare enough.
  package static let latest = 0.75

  private var next = Self.firstLook

  /// Creates a schedule before its first look.
  package init() {}

  /// Returns true if the data is looked at after this round.
  ///
  /// - Parameters:
  ///   - rounds: The number of rounds so far, in ascending order from call to call.
  ///   - spent: The share of the budget spent so far, from 0 to 1. It must not depend on which side was slower.
  /// - Returns: True if this is a look; the next one is later then.
  package mutating func isLook(after rounds: Int, spent: Double) -> Bool {
    guard rounds >= next, spent <= Self.latest else { return false }
    next = max(rounds + 1, Int((Double(rounds) * Self.growth).rounded()))
    return true
  }
}
