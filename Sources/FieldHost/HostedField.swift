import ReformatCore

/// A field as its user sees it, with any strategy.
public protocol HostedField: AnyObject {
  /// The text in the field.
  var text: String { get }
  /// The selection in UTF-16 code units; empty if there is only a caret.
  var selection: Range<Int> { get set }
  /// The value as Swift describes it; nil if there is none.
  var valueDescription: String? { get }
  /// True if a value is missing although one is required, or is out of range.
  var showsError: Bool { get }
  /// The counts of the field since it was made.
  var counts: UpdateCounts { get }
  /// The counts of its widget and screen; nil for a field without a widget.
  var screenCounts: ScreenCounts? { get }

  /// Makes an edit as a user would, whose selection it is made at: set ``selection`` first if it is elsewhere.
  ///
  /// - Returns: false if the strategy refused it and the text stayed.
  @discardableResult func apply(_ edit: TextEdit) -> Bool

  /// Replaces the selection, or the former composition, by the present composition.
  func setMarkedText(_ composed: String)

  /// Ends composing: the composition becomes one edit.
  func unmarkText()

  /// Ends editing, as Return does.
  func endEditing()

  /// Lets another part of the app write the value of the field; a value of another type is ignored.
  func write(_ value: Any)

  /// Moves to the next field of the form, as Tab does; does nothing if there is none.
  func moveToNextField()

  /// Has the app give the field another strategy, as for another locale, and show a value with it; nothing if there is
  /// no other.
  func changeStrategy(showing value: Any?)
}

extension HostedField {
  /// Nil: the field has no screen.
  public var screenCounts: ScreenCounts? { nil }

  /// Does nothing: there is no other field.
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

  /// Deletes the selection, or the character after the caret.
  @discardableResult public func deleteForward() -> Bool {
    guard selection.isEmpty else { return type("") }
    let caret = text.utf16.index(
      text.startIndex, offsetBy: selection.lowerBound, limitedBy: text.endIndex)
    guard let caret, caret < text.endIndex else { return false }
    let end = text.index(after: caret).utf16Offset(in: text)
    return apply(TextEdit(range: selection.lowerBound..<end, replacement: ""))
  }
}

extension TextEdit {
  /// The selection at which a user makes the edit.
  ///
  /// Text is replaced where it is selected. Backspace deletes before a caret, and Delete behind one, so a deletion beside the
  /// caret needs no other selection; for a character elsewhere the caret is put behind it, and more are selected.
  ///
  /// - Parameters:
  ///   - selection: the present selection, in UTF-16 code units.
  ///   - text: the present text.
  /// - Returns: the selection; the present one if it will do.
  public func selection(from selection: Range<Int>, in text: String) -> Range<Int> {
    guard replacement.isEmpty, !range.isEmpty, range != selection else { return range }
    let isBeside =
      selection.isEmpty && [range.lowerBound, range.upperBound].contains(selection.lowerBound)
    if isBeside { return selection }
    let isOne = text.substring(utf16: range).count == 1
    return isOne ? range.upperBound..<range.upperBound : range
  }
}
