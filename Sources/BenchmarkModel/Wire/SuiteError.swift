/// The reason why a cell cannot be measured.
public struct SuiteError: Error, Equatable, CustomStringConvertible {
  /// The problem, with the name of the cell.
  public var description: String

  /// Makes an error with this description.
  public init(_ description: String) { self.description = description }
}
