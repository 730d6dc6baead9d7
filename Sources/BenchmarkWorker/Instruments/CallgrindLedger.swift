import CInstruments
import ReformatCore

/// A ledger that lets callgrind collect the cost of one account, while a keystroke goes through all of them.
///
/// Callgrind cannot be read from inside, so each account needs a replay of its own. The ledger makes its decisions
/// before collecting starts and after it has stopped, so that it adds only a few instructions to an interval.
package final class CallgrindLedger: PhaseObserver {
  private let wanted: Int
  private var current: Phase?
  private var isCollecting = false
  private var isArmed = false

  /// Makes a ledger of a phase; nil for the time outside phases.
  package init(_ phase: Phase?) { wanted = Self.account(phase) }

  /// Starts a keystroke, whose cost is collected if `collects` is true.
  package func begin(collects: Bool) {
    current = nil
    isArmed = collects
    enter(nil)
  }

  /// Ends the keystroke.
  package func end() {
    if isCollecting { leave() }
    isArmed = false
  }

  /// Starts or stops collecting when the wanted account begins or ends.
  package func switchPhase(to phase: Phase?) -> Phase? {
    if isCollecting { leave() }
    let outer = current
    current = phase
    enter(phase)
    return outer
  }

  private func enter(_ phase: Phase?) {
    guard isArmed, Self.account(phase) == wanted else { return }
    isCollecting = true
    keystroke_callgrind_toggle()
  }

  private func leave() {
    keystroke_callgrind_toggle()
    isCollecting = false
  }

  private static func account(_ phase: Phase?) -> Int {
    phase?.account ?? PhaseAccounts<Int>.rest
  }
}
