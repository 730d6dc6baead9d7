/// A keystroke after which text, value or caret was not what the oracle expects.
///
/// Texts have `|` at the caret, or two of them around a selection, as in an edit case.
public struct WrongKeystroke: Hashable, Sendable, Codable {
  /// The session of the cell, counted from 1.
  public var session = 1
  /// The keystroke in its session, counted from 1.
  public var keystroke: Int
  /// The text before the keystroke; the part that the keystroke replaces is selected in it.
  public var before: String
  /// The value before the keystroke; nil for none.
  public var valueBefore: String?
  /// The text that was typed or pasted; nil for a key without a character.
  public var insert: String?
  /// `Backspace`, `Delete`, `Return` or `Tab`, or what was done instead of a key; nil for any other keystroke.
  public var key: String?
  /// The value that another part of the app wrote; nil if the user acted.
  public var write: String?
  /// The text after the keystroke.
  public var after: String
  /// The value after the keystroke; nil for none.
  public var value: String?
  /// The text that the oracle expects; without a `|` if any caret is right.
  public var expected: String
  /// The value that the oracle expects; nil if it expects none, or if any value is right.
  public var expectedValue: String?

  /// Makes a wrong keystroke of the states before and after it, and the expected one.
  package init(
    keystroke: Int, before: String, valueBefore: String?, insert: String? = nil,
    key: String? = nil, write: String? = nil, after: String, value: String?, expected: String,
    expectedValue: String?
  ) {
    self.keystroke = keystroke
    self.before = before
    self.valueBefore = valueBefore
    self.insert = insert
    self.key = key
    self.write = write
    self.after = after
    self.value = value
    self.expected = expected
    self.expectedValue = expectedValue
  }
}
