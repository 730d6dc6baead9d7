import ReformatCore

/// Replays sessions until their cost no longer moves, or a bound is reached.
struct WarmUp {
  /// The mean cost of a keystroke in the last window.
  var nanosecondsAKeystroke: Double
  /// Whether the cost had stopped to move.
  var isSteady: Bool

  /// How long a window lasts, in nanoseconds, where enough is measured afterwards.
  private static let window = 500_000.0
  /// How many windows must agree, and how closely.
  private static let agreeing = 3
  private static let tolerance = 0.05
  /// How many windows there are at the most.
  private static let bound = 24

  /// Warms up for half as long as is measured afterwards at the most; that only shortens what is below 24 ms.
  static func run(_ sessions: [any MeasurableSession], before nanoseconds: Double) -> WarmUp {
    let window = UInt64(min(Self.window, nanoseconds / Double(2 * bound)))
    var windows: [Double] = []
    for _ in 0..<bound {
      windows.append(measureWindow(sessions, nanoseconds: window))
      let latest = windows.suffix(agreeing)
      if let low = latest.min(), let high = latest.max(), latest.count == agreeing,
        high <= low * (1 + tolerance)
      {
        return WarmUp(nanosecondsAKeystroke: low, isSteady: true)
      }
    }
    return WarmUp(
      nanosecondsAKeystroke: windows.suffix(agreeing).min() ?? .infinity, isSteady: false)
  }

  /// The mean cost of a keystroke over whole repetitions of all sessions.
  ///
  /// No ``MeasurableSession/replay(_:atMost:press:)``: making the subject is not timed, and one pair of clock readings is
  /// around all keystrokes.
  private static func measureWindow(
    _ sessions: [any MeasurableSession], nanoseconds: UInt64
  ) -> Double {
    var busy: UInt64 = 0
    var keystrokes = 0
    repeat {
      for session in sessions {
        let subject = session.makeSubject(phases: PhaseMarker())
        let start = MonotonicClock.now()
        for index in 0..<session.keystrokeCount { subject.press(index) }
        busy += MonotonicClock.now() &- start
        keystrokes += session.keystrokeCount
      }
    } while busy < nanoseconds && keystrokes < 100_000
    return Double(busy) / Double(max(keystrokes, 1))
  }
}
