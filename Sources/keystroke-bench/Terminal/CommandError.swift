/// The reason why a command could not do its work, if no file is at fault.
struct CommandError: Error, CustomStringConvertible {
  /// The problem.
  private let problem: String
  /// The way to fix it.
  private let hint: String?

  init(problem: String, hint: String? = nil) {
    self.problem = problem
    self.hint = hint
  }

  /// The problem and the hint, on one line.
  var description: String { hint.map { "\(problem); \($0)" } ?? problem }
}

/// Thrown after the report when a gate failed: the report gives the reason.
struct GateFailure: Error {}

/// The reason why the results could not be written.
struct OutputError: Error, CustomStringConvertible {
  /// The problem, with the system's reason.
  let description: String
  /// True if it is a pipe whose reader has gone, as head(1) goes when it has enough.
  let hasNoReader: Bool
}
