/// When growing data is looked at: seldom at first, since each look costs something of the level.
package struct LookSchedule: Sendable {
  /// Before so many rounds no pattern of signs is rare enough to tell anything.
  package static let firstLook = 12
  /// From one look to the next rounds grow by this factor.
  package static let growth = 1.4

  private var next = Self.firstLook

  /// Nothing was looked at yet.
  package init() {}

  /// Whether to look after so many rounds, which are asked about in order; if so, the next look is later.
  package mutating func isLook(after rounds: Int) -> Bool {
    guard rounds >= next else { return false }
    next = max(rounds + 1, Int((Double(rounds) * Self.growth).rounded()))
    return true
  }
}
