import ReformatCore

/// Counts refreshes from outside of a screen, so that they can be counted when it is gone.
final class RefreshCount: PhaseObserver {
  private(set) var count = 0
  private var current: Phase?

  var marker: PhaseMarker { PhaseMarker(observer: self) }

  func switchPhase(to phase: Phase?) -> Phase? {
    if phase == .refresh { count += 1 }
    defer { current = phase }
    return current
  }
}
