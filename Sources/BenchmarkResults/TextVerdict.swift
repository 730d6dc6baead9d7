/// Whether a strategy's text was what the oracle expects.
public enum TextVerdict: String, CaseIterable, Codable, Sendable {
  /// The text is the expected one.
  case ok
  /// The text is another one; the cell is measured all the same.
  case wrong
}
