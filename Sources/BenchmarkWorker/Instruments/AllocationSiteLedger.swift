import ReformatCore

/// Tags allocation sites with the phase of the keystroke that they belong to.
///
/// It is a concrete class like the other ledgers, because it is called through `PhaseObserver`.
package final class SiteLedger: PhaseObserver {
  /// The tag of the first keystroke of a fresh field, in any phase.
  package static let first: UInt32 = 9
  /// The tag of everything outside keystrokes, such as the harness.
  package static let outside: UInt32 = 10
  /// The tag of the making of a field.
  package static let setUp: UInt32 = 11

  private let sites: AllocationSites
  private var current: Phase?
  /// True if phases are tagged.
  ///
  /// The first keystroke has a tag of its own; outside of keystrokes, a field that is being made may go through phases
  /// too.
  private var tagsPhases = false

  /// Makes a ledger that sets the calling thread's tag, at first to ``outside``.
  package init(sites: AllocationSites) {
    self.sites = sites
    sites.setTag(Self.outside)
  }

  /// Starts a keystroke.
  ///
  /// - Parameter isFirst: true if it is the first of a fresh field.
  package func begin(isFirst: Bool) {
    tagsPhases = !isFirst
    current = nil
    sites.setTag(isFirst ? Self.first : Self.tag(of: nil))
  }

  /// Ends the keystroke.
  package func end() {
    tagsPhases = false
    sites.setTag(Self.outside)
  }

  /// Tags with another phase from now on.
  package func switchPhase(to phase: Phase?) -> Phase? {
    let outer = current
    current = phase
    if tagsPhases { sites.setTag(Self.tag(of: phase)) }
    return outer
  }

  /// The tag of a phase, or of the time outside phases: the number of its account.
  package static func tag(of phase: Phase?) -> UInt32 {
    UInt32(phase?.account ?? PhaseAccounts<Int>.rest)
  }
}
