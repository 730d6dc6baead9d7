import ReformatCore

/// A counter of refreshes outside a screen, so that the count outlives the screen.
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
