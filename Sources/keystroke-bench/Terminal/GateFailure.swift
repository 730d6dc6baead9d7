/// Thrown after the report when a gate failed: the report gives the reason.
struct GateFailure: Error {}

/// The reason why the results could not be written.
struct OutputError: Error, CustomStringConvertible {
  /// The problem, with the system's reason.
  let description: String
  /// True if it is a pipe whose reader has gone, as head(1) goes when it has enough.
  let hasNoReader: Bool
}
