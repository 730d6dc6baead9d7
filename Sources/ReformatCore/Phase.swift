/// What a field is busy with during a keystroke.
///
/// A field without a screen knows ``filter`` to ``refresh``; the others are those of a real widget.
public enum Phase: String, CaseIterable, Sendable, Codable {
  /// Whether the edit may be made, and what of it.
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

/// Whoever wants to know which phase a keystroke is in: a profiler, a signpost, a ledger.
public protocol PhaseObserver: AnyObject {
  /// From now on the keystroke is in `phase`, or in none.
  ///
  /// - Returns: the phase it was in until now.
  func switchPhase(to phase: Phase?) -> Phase?
}

/// How a strategy and its host say which phase they are in.
///
/// Without an observer a mark costs one comparison with nil.
public struct PhaseMarker {
  @usableFromInline let observer: (any PhaseObserver)?

  /// Marks for `observer`, or for nobody.
  public init(observer: (any PhaseObserver)? = nil) { self.observer = observer }

  /// Whether anybody is told; a host whose marks cost more than that asks first.
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

  /// Makes `phase` the present one, for a host that hears of beginning and end in separate calls.
  ///
  /// - Returns: the phase until now, to be entered again at the end.
  @inlinable
  @discardableResult public func enter(_ phase: Phase?) -> Phase? {
    guard let observer else { return nil }
    return observer.switchPhase(to: phase)
  }
}
