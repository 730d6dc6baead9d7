import ReformatCore

/// A ledger that lets valgrind's counter assign each part of a keystroke to its account.
///
/// It does the same at every change of phase, so it adds the same few instructions to every interval. Empty phases
/// measure them, and they are subtracted. Its methods are never inlined: an empty phase, which the compiler sees whole,
/// must execute the same calls as the phase of a strategy in another module.
package final class CounterLedger: PhaseObserver {
  private var current: Phase?
  private var isArmed = false

  /// Creates a ledger that counts nothing yet.
  package init() {}

  /// The ledger as a strategy sees it, of a type that the compiler does not know.
  package var observer: any PhaseObserver {
    @inline(never) get { self }
  }

  /// Starts a keystroke.
  ///
  /// - Parameter counts: True if the keystroke is counted.
  @inline(never)
  package func begin(counts: Bool) {
    current = nil
    isArmed = counts
    enter(nil)
  }

  /// Ends the keystroke.
  @inline(never)
  package func end() {
    PhaseCounter.count(in: .outside)
    isArmed = false
  }

  /// Counts everything from now on in the account of another phase.
  package func switchPhase(to phase: Phase?) -> Phase? {
    let outer = current
    current = phase
    enter(phase)
    return outer
  }

  private func enter(_ phase: Phase?) {
    PhaseCounter.count(in: isArmed ? .phase(phase) : .outside)
  }
}
