import ReformatCore

/// Replays sessions until their cost no longer moves, or a bound is reached.
struct WarmUp {
  /// The mean cost of a keystroke in the last window.
  var nanosecondsAKeystroke: Double
  /// True if the cost had stopped moving.
  var isSteady: Bool

  /// The length of a window in nanoseconds, if the measurement afterwards is long enough.
  private static let window = 500_000.0
  /// The number of windows that must agree, and how closely.
  private static let agreeing = 3
  private static let tolerance = 0.05
  /// The maximum number of windows.
  private static let bound = 24

  /// Warms up for at most half as long as the measurement afterwards; that only matters for measurements below 24 ms.
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
  /// This does not use ``MeasurableSession/replay(_:atMost:press:)``: making the subject is not timed, and one pair of
  /// clock readings is around all keystrokes. What is prepared is in it, which the size of a batch may leave out.
  private static func measureWindow(
    _ sessions: [any MeasurableSession], nanoseconds: UInt64
  ) -> Double {
    var busy: UInt64 = 0
    var keystrokes = 0
    repeat {
      for session in sessions {
        let subject = session.makeSubject(phases: PhaseMarker())
        let start = MonotonicClock.now()
        for index in 0..<session.keystrokeCount {
          subject.prepare(index)
          subject.press(index)
        }
        busy += MonotonicClock.now() &- start
        keystrokes += session.keystrokeCount
      }
    } while busy < nanoseconds && keystrokes < 100_000
    return Double(busy) / Double(max(keystrokes, 1))
  }
}
