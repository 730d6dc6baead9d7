/// A trace that cannot be used.
public struct TraceError: Error, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, counted from 1; nil where the whole file is meant.
  public var line: Int?
  /// What is wrong, and what was expected.
  public var problem: String

  /// An error in a file, and in a line of it where one is at fault.
  public init(file: String, line: Int?, problem: String) {
    self.file = file
    self.line = line
    self.problem = problem
  }

  /// `file:line: problem`.
  public var description: String {
    line.map { "\(file):\($0): \(problem)" } ?? "\(file): \(problem)"
  }
}
