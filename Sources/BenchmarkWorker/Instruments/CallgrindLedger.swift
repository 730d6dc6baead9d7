import CInstruments
import ReformatCore

/// Has callgrind collect the cost of one account, while a keystroke goes through all of them.
///
/// Callgrind cannot be read from inside, so each account needs a replay of its own. Whatever decides comes before
/// collecting starts and after it has stopped: what the ledger itself adds to an interval is a few instructions.
package final class CallgrindLedger: PhaseObserver {
  private let wanted: Int
  private var current: Phase?
  private var isCollecting = false
  private var isArmed = false

  /// A ledger of a phase, or of what no phase claims.
  package init(_ phase: Phase?) { wanted = Self.account(phase) }

  /// Starts a keystroke, whose cost is collected where `collects` says so.
  package func begin(collects: Bool) {
    current = nil
    isArmed = collects
    enter(nil)
  }

  /// Ends it.
  package func end() {
    if isCollecting { leave() }
    isArmed = false
  }

  /// Starts or stops collecting where that account begins or ends.
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
