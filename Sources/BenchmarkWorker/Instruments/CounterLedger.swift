import ReformatCore

/// Has valgrind's counter book each part of a keystroke to its account.
///
/// It does the same at every change of phase, so what it adds to an interval is always the same few instructions, which can be
/// measured with empty phases and taken off.
package final class CounterLedger: PhaseObserver {
  private var current: Phase?
  private var isArmed = false

  /// A ledger of keystrokes to come.
  package init() {}

  /// Starts a keystroke, which is counted where `counts` says so.
  package func begin(counts: Bool) {
    current = nil
    isArmed = counts
    enter(nil)
  }

  /// Ends it.
  package func end() {
    PhaseCounter.book(to: .outside)
    isArmed = false
  }

  /// Books what comes next to another account.
  package func switchPhase(to phase: Phase?) -> Phase? {
    let outer = current
    current = phase
    enter(phase)
    return outer
  }

  private func enter(_ phase: Phase?) {
    PhaseCounter.book(to: isArmed ? .phase(phase) : .outside)
  }
}
