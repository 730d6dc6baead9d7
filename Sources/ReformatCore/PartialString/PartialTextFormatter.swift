/// A formatter that also judges texts that are not finished.
///
/// It is modelled on Foundation's `Formatter`: `isPartialStringValid` with selections, `getObjectValue` and
/// `string(for:)`. Foundation on Linux lacks the first two, so this protocol replaces it.
public protocol PartialTextFormatter<Value> {
  /// The value of a finished text.
  associatedtype Value: Equatable

  /// Judges the text that an edit would leave.
  func judge(_ proposal: PartialText) -> PartialTextVerdict

  /// The value of a finished text; nil if it has none.
  func value(of text: String) -> Value?

  /// The text of a value; nil if the field is to go blank.
  func text(for value: Value) -> String?
}

/// The text that an edit would leave, together with the original text.
public struct PartialText: Hashable, Sendable {
  /// The text that would be in the field.
  public var text: String
  /// The selection in that text, in UTF-16 code units.
  public var selection: Range<Int>
  /// The text that is in the field now.
  public var original: String
  /// The selection in the original text, in UTF-16 code units.
  public var originalSelection: Range<Int>

  /// Makes a proposal of the new text and the original.
  @inlinable
  public init(
    text: String, selection: Range<Int>, original: String, originalSelection: Range<Int>
  ) {
    self.text = text
    self.selection = selection
    self.original = original
    self.originalSelection = originalSelection
  }
}

/// The verdict of a formatter on a partial text.
public enum PartialTextVerdict: Hashable, Sendable {
  /// The text is accepted.
  case valid
  /// The text is refused; the original stays.
  case invalid
  /// The text is replaced by this one, with this selection in UTF-16 code units.
  case replaced(String, selection: Range<Int>)
}
