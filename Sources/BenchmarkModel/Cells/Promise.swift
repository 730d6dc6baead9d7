/// The promise of a strategy about the contents of the field.
///
/// A strategy that promises less may cost less, so costs are compared among strategies with the same promise.
public enum Promise: String, CaseIterable, Codable, Sendable {
  /// The number as the locale writes it, and its value, after each edit.
  case formatted = "each edit"
  /// The number as the locale writes it, and its value, once editing has ended; until then what was typed.
  case formattedAtEnd = "at the end"
  /// The keys as they were typed, and no value.
  case asTyped = "as typed"
}

/// The promise of a strategy about the caret after an edit.
public enum CaretPromise: Sendable {
  /// The caret is behind the inserted text, and before the deleted text, wherever that is.
  case follows
  /// The same for edits at the end of the number; elsewhere the caret may be anywhere.
  case followsAtEnd
  /// The same, if the texts before and after an edit determine the edit.
  ///
  /// They do not in a run of equal digits, or if a new text begins or ends like the one that it replaces.
  case followsTexts
}

/// A text, value or caret that is not what was expected.
public struct Mismatch: Hashable, Sendable, Codable {
  /// The text that the oracle expects.
  public var expectedText: String
  /// The text that the strategy left.
  public var text: String
  /// The value that the oracle expects; nil for none.
  public var expectedValue: String?
  /// The value that the strategy left; nil for none.
  public var value: String?
  /// The first keystroke after which something was wrong; nil if keystrokes are not judged.
  public var keystroke: WrongKeystroke?
  /// True if all was right when the session had ended; nil otherwise.
  public var endsRight: Bool?
  /// The numbers of wrong keystrokes of the cell; nil if keystrokes are not judged.
  public var counts: WrongCounts?
  /// The difference of the platform that explains the text, in a clause; nil if there is none.
  public var note: String?

  /// Makes a mismatch from the texts and values of the first session that ends wrong; otherwise from those after the
  /// first wrong keystroke, of which only the caret may be wrong.
  public init(
    expectedText: String, text: String, expectedValue: String?, value: String?,
    keystroke: WrongKeystroke? = nil, endsRight: Bool? = nil
  ) {
    self.expectedText = expectedText
    self.text = text
    self.expectedValue = expectedValue
    self.value = value
    self.keystroke = keystroke
    self.endsRight = endsRight
  }
}
