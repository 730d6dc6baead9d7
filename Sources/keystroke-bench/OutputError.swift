/// Why the results could not be written out.
struct OutputError: Error, CustomStringConvertible {
  /// What went wrong and the system's reason.
  let description: String
}
