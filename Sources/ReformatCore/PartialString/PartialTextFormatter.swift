/// A formatter that also judges texts that are not finished.
///
/// Modelled on Foundation's `Formatter`, its `isPartialStringValid` with selections, `getObjectValue` and
/// `string(for:)`; Foundation on Linux has neither of the first two, so a protocol of our own stands in.
public protocol PartialTextFormatter<Value> {
  /// What a finished text stands for.
  associatedtype Value: Equatable

  /// Judges the text that an edit would leave.
  func judge(_ proposal: PartialText) -> PartialTextVerdict

  /// The value of a finished text, or nil where it stands for none.
  func value(of text: String) -> Value?

  /// The text of a value, or nil where the field is to go blank.
  func text(for value: Value) -> String?
}

/// A text that an edit would leave, and the one that it would change.
public struct PartialText: Hashable, Sendable {
  /// What would stand in the field.
  public var text: String
  /// What would be selected, in UTF-16 code units of that.
  public var selection: Range<Int>
  /// What stands in the field.
  public var original: String
  /// What is selected, in UTF-16 code units of that.
  public var originalSelection: Range<Int>

  /// A proposed text and the original.
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

/// What a formatter says to a partial text.
public enum PartialTextVerdict: Hashable, Sendable {
  /// It may stand.
  case valid
  /// It may not; the original stays.
  case invalid
  /// It may not; this text stands instead, with this selected, in UTF-16 code units.
  case replaced(String, selection: Range<Int>)
}
