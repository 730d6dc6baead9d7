/// What a strategy promises to leave in the field.
///
/// A strategy that promises less may cost less, so costs are compared among those that promise the same.
public enum Promise: String, CaseIterable, Codable, Sendable {
  /// The number as the locale writes it, and its value, after each edit.
  case formatted = "each edit"
  /// The number as the locale writes it, and its value, once editing has ended; until then what was typed.
  case formattedAtEnd = "at the end"
  /// The keys as they were typed, and no value.
  case asTyped = "as typed"
}

/// Where a strategy promises the right caret after an edit.
public enum CaretPromise: String, Codable, Sendable {
  /// After each edit.
  case everywhere
  /// After an edit at the end of the text: a strategy that is told only the text before and after cannot know
  /// where in a run of equal digits one was typed.
  case atEnd = "at the end"
}

/// A text or value that is not what was expected.
public struct Mismatch: Hashable, Sendable, Codable {
  /// The text that the oracle expects.
  public var expectedText: String
  /// The text that the strategy left.
  public var text: String
  /// The value that the oracle expects; nil for none.
  public var expectedValue: String?
  /// The value that the strategy left; nil for none.
  public var value: String?

  /// A pair of texts and a pair of values, of which at least one differs.
  public init(expectedText: String, text: String, expectedValue: String?, value: String?) {
    self.expectedText = expectedText
    self.text = text
    self.expectedValue = expectedValue
    self.value = value
  }
}
