import ReformatCore

/// A field as its user knows it, whatever strategy reformats it.
public protocol HostedField: AnyObject {
  /// What stands in the field.
  var text: String { get }
  /// The selection in UTF-16 code units; empty where there is only a caret.
  var selection: Range<Int> { get set }
  /// The value as Swift describes it, or nil where there is none.
  var valueDescription: String? { get }
  /// Whether the value is missing where one is due, or out of range.
  var showsError: Bool { get }
  /// What the field has done since it was made.
  var counts: UpdateCounts { get }
  /// What its widget and screen have done; nil for a field without any.
  var screenCounts: ScreenCounts? { get }

  /// Makes an edit as a user would.
  ///
  /// - Returns: false where the strategy refused it and the text stayed.
  @discardableResult func apply(_ edit: TextEdit) -> Bool

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  func setMarkedText(_ composed: String)

  /// Ends composing: what was composed becomes one edit.
  func unmarkText()

  /// Ends editing, as Return does.
  func endEditing()

  /// Has another part of the app write the value of the field; one of another type is left out.
  func write(_ value: Any)

  /// Goes on to the next field of the form, as Tab does; nothing where there is none.
  func moveToNextField()

  /// Has the app give the field another strategy, as for another locale, and show a value with it; nothing if there is
  /// no other.
  func changeStrategy(showing value: Any?)
}

extension HostedField {
  /// The field has no screen.
  public var screenCounts: ScreenCounts? { nil }

  /// The field stands alone.
  public func moveToNextField() {}

  /// The field has one strategy.
  public func changeStrategy(showing value: Any?) {}

  /// Replaces the selection, as a key or a paste does, and leaves the caret behind it.
  @discardableResult public func type(_ replacement: String) -> Bool {
    apply(TextEdit(range: selection, replacement: replacement))
  }

  /// Deletes the selection, or the character before the caret.
  @discardableResult public func deleteBackward() -> Bool {
    guard selection.isEmpty else { return type("") }
    let caret = text.utf16.index(
      text.startIndex, offsetBy: selection.lowerBound, limitedBy: text.endIndex)
    guard let caret, caret > text.startIndex else { return false }
    let start = text.index(before: caret).utf16Offset(in: text)
    return apply(TextEdit(range: start..<selection.lowerBound, replacement: ""))
  }

  /// Deletes the selection, or the character behind the caret.
  @discardableResult public func deleteForward() -> Bool {
    guard selection.isEmpty else { return type("") }
    let caret = text.utf16.index(
      text.startIndex, offsetBy: selection.lowerBound, limitedBy: text.endIndex)
    guard let caret, caret < text.endIndex else { return false }
    let end = text.index(after: caret).utf16Offset(in: text)
    return apply(TextEdit(range: selection.lowerBound..<end, replacement: ""))
  }
}
