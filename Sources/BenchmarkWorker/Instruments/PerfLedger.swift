import ReformatCore

/// Assigns the instructions of a keystroke to its phases, as the processor counts them.
///
/// It works like ``ClockLedger``, with another reading: a system call, of which a few instructions are in user space.
package final class PerfLedger: PhaseLedger {
  /// The accounts of the last keystroke.
  package private(set) var accounts = PhaseAccounts<UInt64>()
  private let counter: PerfCounter

  /// An empty ledger of the calling thread.
  package init(_ counter: PerfCounter) { self.counter = counter }

  /// Starts a keystroke.
  package func begin() { accounts.begin(at: counter.count) }

  /// Ends it: the accounts are final.
  package func end() { accounts.endInterval(at: counter.count) }

  /// Adds the instructions since the last reading to the present account, and switches to another.
  package func switchPhase(to phase: Phase?) -> Phase? {
    accounts.switchPhase(to: phase, at: counter.count)
  }
}
