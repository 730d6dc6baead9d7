import ReformatCore

/// An observer that records the phases that were entered.
final class PhaseRecorder: PhaseObserver {
  private var current: Phase?
  private(set) var entered: [Phase] = []

  func switchPhase(to phase: Phase?) -> Phase? {
    if let phase { entered.append(phase) }
    defer { current = phase }
    return current
  }
}
