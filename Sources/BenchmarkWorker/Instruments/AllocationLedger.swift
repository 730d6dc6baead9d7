import ReformatCore

/// Allocations and requested bytes of a thread.
public struct AllocationReading: AdditiveArithmetic, Sendable {
  /// Blocks allocated.
  public var allocations: Int
  /// Bytes requested.
  public var bytes: Int

  /// No allocations.
  public static var zero: AllocationReading { AllocationReading(allocations: 0, bytes: 0) }

  /// The sums.
  public static func + (a: AllocationReading, b: AllocationReading) -> AllocationReading {
    AllocationReading(allocations: a.allocations &+ b.allocations, bytes: a.bytes &+ b.bytes)
  }

  /// The differences.
  public static func - (a: AllocationReading, b: AllocationReading) -> AllocationReading {
    AllocationReading(allocations: a.allocations &- b.allocations, bytes: a.bytes &- b.bytes)
  }
}

/// Assigns the allocations of a keystroke to its phases.
package final class AllocationLedger: PhaseObserver {
  /// The accounts of the last keystroke.
  package private(set) var accounts = PhaseAccounts<AllocationReading>()
  private let counters: AllocationCounters

  /// An empty ledger of the calling thread.
  package init(counters: AllocationCounters) { self.counters = counters }

  /// Starts a keystroke.
  package func begin() { accounts.begin(at: reading()) }

  /// Ends it: the accounts are final.
  package func end() { accounts.endInterval(at: reading()) }

  /// Adds the allocations since the last reading to the present account, and switches to another.
  package func switchPhase(to phase: Phase?) -> Phase? {
    accounts.switchPhase(to: phase, at: reading())
  }

  private func reading() -> AllocationReading {
    let snapshot = counters.snapshot
    return AllocationReading(allocations: snapshot.allocations, bytes: snapshot.requestedBytes)
  }
}
