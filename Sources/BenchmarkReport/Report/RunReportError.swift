/// Why a run cannot be reported.
public struct RunReportError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what to do, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
