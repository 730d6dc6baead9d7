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

  /// Adds to a metric that the strategy defines itself; ignored by default.
  func add(_ amount: Int, to metric: String)

  /// The present time in nanoseconds, at the beginning of a body that the strategy wants timed; 0 by default.
  func beginTiming() -> UInt64

  /// Adds the time since `start` to a metric that the strategy defines itself; ignored by default.
  func endTiming(since start: UInt64, of metric: String)
}

extension PhaseObserver {
  /// Ignores the amount.
  public func add(_ amount: Int, to metric: String) {}

  /// Reads no clock.
  public func beginTiming() -> UInt64 { 0 }

  /// Ignores the time.
  public func endTiming(since start: UInt64, of metric: String) {}
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

  /// Adds to a metric of your own, by the name that its declaration gives it.
  ///
  /// Without an observer, as in an app, it costs one comparison with nil, and the amount is not computed.
  @inlinable
  public func count(_ metric: String, _ amount: @autoclosure () -> Int = 1) {
    if let observer { observer.add(amount(), to: metric) }
  }

  /// Runs `body` and adds its time to a metric of your own, by the name that its declaration gives it.
  @inlinable
  public func time<Result, Failure: Error>(
    _ metric: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let observer else { return try body() }
    let start = observer.beginTiming()
    defer { observer.endTiming(since: start, of: metric) }
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
