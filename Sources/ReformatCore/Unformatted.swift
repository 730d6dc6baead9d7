/// The floor: a field bound to its text, which goes in as typed.
public struct Unformatted: ReformatStrategy {
  /// Nothing is read from the text.
  public typealias Value = Never

  /// Never called.
  @inlinable
  public var hosting: Hosting { .binding }

  /// The strategy has no settings.
  @inlinable
  public init() {}
}
