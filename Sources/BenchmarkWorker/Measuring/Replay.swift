import ReformatCore

extension MeasurableSession {
  /// Replays the session once on a fresh subject.
  ///
  /// It is inlined, so that the loop around a measured keystroke costs nothing more.
  ///
  /// - Parameters:
  ///   - phases: the marker that the subject reports its phases to.
  ///   - keystrokes: the maximum number of keystrokes.
  ///   - press: presses one keystroke, and measures it.
  /// - Returns: the subject, which keeps what it allocated for as long as it is held.
  @inline(__always) @discardableResult
  func replay(
    _ phases: PhaseMarker = PhaseMarker(), atMost keystrokes: Int = .max,
    press: (any MeasurableSubject, Int) -> Void = { $0.press($1) }
  ) -> any MeasurableSubject {
    let subject = makeSubject(phases: phases)
    for index in 0..<min(keystrokes, keystrokeCount) {
      subject.prepare(index)
      press(subject, index)
    }
    return subject
  }
}

extension [any MeasurableSession] {
  /// Replays every session once, each on a fresh subject.
  @inline(__always)
  func replay(
    _ phases: PhaseMarker = PhaseMarker(),
    press: (any MeasurableSubject, Int) -> Void = { $0.press($1) }
  ) {
    for session in self { session.replay(phases, press: press) }
  }

  /// The number of keystrokes of all sessions.
  var keystrokeCount: Int { reduce(0) { $0 + $1.keystrokeCount } }

  /// The number of keystrokes after the first of each session.
  var laterKeystrokeCount: Int { reduce(0) { $0 + Swift.max(0, $1.keystrokeCount - 1) } }
}
