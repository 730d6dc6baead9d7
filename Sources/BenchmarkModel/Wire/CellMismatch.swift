/// A cell with a text, value or caret that is not what the oracle expects.
public struct CellMismatch: Codable, Hashable, Sendable {
  /// The suite; nil if the run has only one.
  public var suite: String?
  /// The id of the cell.
  public var cell: String
  /// The text that the oracle expects after the session, or after the first wrong keystroke if all sessions end right.
  public var expectedText: String
  /// The text in the field.
  public var text: String
  /// The value that the oracle expects, written without grouping.
  public var expectedValue: String?
  /// The value that the strategy had read, written without grouping.
  public var value: String?
  /// The first wrong keystroke; nil if the run did not judge keystrokes.
  public var keystroke: WrongKeystroke?
  /// True if every session ends right and is wrong only on the way; nil otherwise.
  public var endsRight: Bool?
  /// The numbers of wrong keystrokes; nil if the run did not judge keystrokes, or did not keep them.
  public var counts: WrongCounts?
  /// The difference of the platform that explains the text, in a clause; nil if there is none.
  public var note: String?

  /// Makes a report of both texts and, if they are known, both values.
  public init(
    suite: String? = nil, cell: String, expectedText: String, text: String,
    expectedValue: String? = nil, value: String? = nil, keystroke: WrongKeystroke? = nil,
    endsRight: Bool? = nil, counts: WrongCounts? = nil
  ) {
    self.counts = counts
    self.suite = suite
    self.cell = cell
    self.expectedText = expectedText
    self.text = text
    self.expectedValue = expectedValue
    self.value = value
    self.keystroke = keystroke
    self.endsRight = endsRight
  }
}

extension CellMismatch {
  package init(_ suite: String, _ cell: Cell, _ mismatch: Mismatch) {
    self.init(
      suite: suite, cell: cell.id, expectedText: mismatch.expectedText, text: mismatch.text,
      expectedValue: mismatch.expectedValue, value: mismatch.value,
      keystroke: mismatch.keystroke, endsRight: mismatch.endsRight, counts: mismatch.counts)
    note = mismatch.note
  }
}
