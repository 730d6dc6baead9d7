/// The minimum: a field bound to its text, which goes in as typed.
public struct Unformatted: ReformatStrategy {
  /// No value is read from the text.
  public typealias Value = Never

  /// The strategy is never called.
  @inlinable
  public var hosting: Hosting { .binding }

  /// Makes the strategy, which has no settings.
  @inlinable
  public init() {}
}
