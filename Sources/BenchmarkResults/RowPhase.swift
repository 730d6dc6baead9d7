/// Which part of a keystroke a row is about.
public enum RowPhase: String, CaseIterable, Codable, Sendable {
  /// The whole keystroke, for every one after the first of a fresh field.
  case total
  /// The whole keystroke, for the first one of a fresh field.
  case first
  /// Deciding whether the edit may happen.
  case filter
  /// Reading the value from the text.
  case parse
  /// Writing the text from the value.
  case format
  /// Evaluating and applying the body.
  case refresh
  /// What the four phases above leave over of the total.
  case rest
}
