import ReformatCore

/// Books the time of a keystroke to its phases, in nanoseconds.
///
/// A concrete class, not a generic one: it is called through ``ReformatCore/PhaseObserver``, and a generic
/// class would be called unspecialised, at twice the price.
public final class ClockLedger: PhaseObserver {
  /// The accounts of the last keystroke.
  public private(set) var accounts = PhaseAccounts<UInt64>()

  /// An empty ledger.
  public init() {}

  /// Starts a keystroke.
  public func begin() { accounts.begin(at: MonotonicClock.now()) }

  /// Ends it: the accounts are final.
  public func end() { accounts.book(at: MonotonicClock.now()) }

  /// Books what was spent since the last reading, and opens another account.
  public func switchPhase(to phase: Phase?) -> Phase? {
    accounts.switchPhase(to: phase, at: MonotonicClock.now())
  }
}

/// What marking phases costs, so that it can be taken off.
public struct LedgerCalibration: Sendable, Hashable {
  /// Nanoseconds that a keystroke without any phase is booked.
  public var empty: Double
  /// Nanoseconds that an empty phase is booked itself.
  public var inside: Double
  /// Nanoseconds that an empty phase adds to the account around it.
  public var outside: Double

  /// A calibration that is known, in nanoseconds.
  public init(empty: Double, inside: Double, outside: Double) {
    self.empty = empty
    self.inside = inside
    self.outside = outside
  }

  /// Measures empty keystrokes and empty phases; takes a few milliseconds.
  public static func measure() -> LedgerCalibration {
    let phases = 100
    let ledger = ClockLedger()
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

  /// What the harness itself booked to an account, in nanoseconds, of so many intervals.
  public func harness(account: Int, intervals: Int) -> Double {
    account == PhaseAccounts<UInt64>.rest
      ? empty + outside * Double(max(intervals - 1, 0)) : inside * Double(intervals)
  }
}
