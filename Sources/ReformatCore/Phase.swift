/// What a field is busy with during a keystroke.
public enum Phase: String, CaseIterable, Sendable, Codable {
  /// Whether the edit may be made, and what of it.
  case filter
  /// From text to value.
  case parse
  /// From value to text.
  case format
  /// Building the new body, comparing and applying it.
  case refresh
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
}
