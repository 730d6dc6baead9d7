/// Why two runs cannot be compared at all.
public struct ComparisonError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what to do.
  public var description: String

  /// Makes an error that says this.
  public init(description: String) { self.description = description }
}
