/// Why a command could not do its work, where no file is to blame.
struct CommandError: Error, CustomStringConvertible {
  /// What is wrong.
  private let problem: String
  /// What to do about it.
  private let hint: String?

  init(problem: String, hint: String? = nil) {
    self.problem = problem
    self.hint = hint
  }

  /// The problem and the hint, on one line.
  var description: String { hint.map { "\(problem); \($0)" } ?? problem }
}

/// Thrown after the report when a gate failed: the report has said why.
struct GateFailure: Error {}

/// Why the results could not be written out.
struct OutputError: Error, CustomStringConvertible {
  /// What went wrong and the system's reason.
  let description: String
  /// True if it is a pipe whose reader has gone, as head(1) goes when it has enough.
  let hasNoReader: Bool
}
