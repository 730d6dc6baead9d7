import ReformatCore

/// Assigns the time of a keystroke to its phases, in nanoseconds.
///
/// It is a concrete class because it is called through `PhaseObserver`: a generic class would be called unspecialised,
/// at twice the cost.
public final class ClockLedger: PhaseObserver {
  /// The accounts of the last keystroke.
  public private(set) var accounts = PhaseAccounts<UInt64>()

  /// An empty ledger.
  public init() {}

  /// Starts a keystroke.
  public func begin() { accounts.begin(at: MonotonicClock.now()) }

  /// Ends it: the accounts are final.
  public func end() { accounts.endInterval(at: MonotonicClock.now()) }

  /// Adds the time since the last reading to the present account, and switches to another.
  public func switchPhase(to phase: Phase?) -> Phase? {
    accounts.switchPhase(to: phase, at: MonotonicClock.now())
  }
}
