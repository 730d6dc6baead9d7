/// The activity of a field during a keystroke.
///
/// A field without a screen has the phases ``filter`` to ``refresh``; the others are those of a real widget.
public enum Phase: String, CaseIterable, Sendable, Codable {
  /// Deciding whether the edit may be made, and which part of it.
  case filter
  /// From text to value.
  case parse
  /// From value to text.
  case format
  /// Building the new body, comparing and applying it.
  case refresh
  /// From the key to the toolkit's own change of the text.
  case dispatch
  /// Writing a text, or a part of it, and the caret into the widget.
  case rewrite
  /// Measuring and shaping the text.
  case layout
  /// Drawing the frame.
  case paint
}

/// An observer of the phase of a keystroke, such as a profiler, a signpost or a ledger.
public protocol PhaseObserver: AnyObject {
  /// Switches the keystroke to `phase`, or to none.
  ///
  /// - Returns: the former phase.
  func switchPhase(to phase: Phase?) -> Phase?
}

/// The marker with which a strategy and its host report their phases.
///
/// Without an observer a mark costs one comparison with nil.
public struct PhaseMarker {
  @usableFromInline let observer: (any PhaseObserver)?

  /// Makes a marker for `observer`, or for none.
  public init(observer: (any PhaseObserver)? = nil) { self.observer = observer }

  /// True if there is an observer; a host checks this first if its marks are more expensive.
  public var isObserved: Bool { observer != nil }

  /// Runs `body` as `phase`; phases may nest, and time counts for the innermost.
  @inlinable
  public func measure<Result, Failure: Error>(
    _ phase: Phase, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let observer else { return try body() }
    let outer = observer.switchPhase(to: phase)
    defer { _ = observer.switchPhase(to: outer) }
    return try body()
  }

  /// Makes `phase` the present one, for a host that gets beginning and end in separate calls.
  ///
  /// - Returns: the former phase, to be entered again at the end.
  @inlinable
  @discardableResult public func enter(_ phase: Phase?) -> Phase? {
    guard let observer else { return nil }
    return observer.switchPhase(to: phase)
  }
}
