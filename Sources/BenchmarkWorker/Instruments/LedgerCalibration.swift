import ReformatCore

/// The cost of marking phases, so that it can be subtracted.
public struct LedgerCalibration: Sendable, Hashable {
  /// The amount that the ledger counts for a keystroke without any phase, in its unit.
  public var empty: Double
  /// The amount that it counts for an empty phase itself.
  public var inside: Double
  /// The amount that an empty phase adds to the account around it.
  public var outside: Double

  /// Makes a calibration of known figures.
  public init(empty: Double, inside: Double, outside: Double) {
    self.empty = empty
    self.inside = inside
    self.outside = outside
  }

  /// Measures empty keystrokes and empty phases; takes a few milliseconds.
  ///
  /// - Returns: the smallest reading of each.
  public static func measure() -> LedgerCalibration {
    let ledger = ClockLedger()
    let phases = 100
    let marker = PhaseMarker(observer: ledger)
    var empty = UInt64.max
    var inside = UInt64.max
    var outside = UInt64.max
    for _ in 0..<1000 {
      ledger.begin()
      ledger.end()
      empty = min(empty, ledger.accounts.spent[PhaseAccounts<UInt64>.rest])
    }
    for _ in 0..<200 {
      ledger.begin()
      for _ in 0..<phases { marker.measure(.filter) {} }
      ledger.end()
      inside = min(inside, ledger.accounts.spent[Phase.filter.account])
      outside = min(outside, ledger.accounts.spent[PhaseAccounts<UInt64>.rest])
    }
    return LedgerCalibration(
      empty: Double(empty), inside: Double(inside) / Double(phases),
      outside: Double(outside - min(outside, empty)) / Double(phases))
  }

  /// The amount that the harness itself added to an account, in this many intervals.
  public func harness(account: Int, intervals: Int) -> Double {
    account == PhaseAccounts<UInt64>.rest
      ? empty + outside * Double(max(intervals - 1, 0)) : inside * Double(intervals)
  }
}
