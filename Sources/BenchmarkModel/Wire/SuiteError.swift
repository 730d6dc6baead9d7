/// The reason why a cell cannot be measured.
public struct SuiteError: Error, Equatable, CustomStringConvertible {
  /// The problem, with the name of the cell.
  public var description: String

  /// Makes an error with this description.
  public init(_ description: String) { self.description = description }

  /// The error for a cell that a suite does not have.
  package static func noCell(_ cell: Cell, of suite: String) -> SuiteError {
    SuiteError("\(suite) has no cell \(cell.id); `keystroke-bench list` shows those of its matrix")
  }

  /// The error for a strategy that a suite does not have.
  package static func noStrategy(_ name: String, of suite: String, known: [String]) -> SuiteError {
    SuiteError(
      "\(suite) has no strategy \(name); it has \(known.isEmpty ? "none" : known.joined(separator: ", "))"
    )
  }
}
