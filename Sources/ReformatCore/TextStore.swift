/// An object that holds the text of a field, announces each write of it, and reformats it after it has changed.
///
/// A field that is bound to it evaluates its body after each announcement, and then runs ``textDidChange(phases:)`` as
/// its onChange action. Where a ``ReformatStrategy`` is told a text and answers, a store writes its text itself, as
/// often as it likes.
public protocol TextStore: AnyObject {
  /// What the field is to show.
  var text: String { get }

  /// Called before each write of a published property, of an equal value too.
  var willChange: (() -> Void)? { get set }

  /// What the text stands for; nil where it stands for nothing.
  var value: Any? { get }

  /// Whether the value is missing where one is due, or out of range.
  var showsError: Bool { get }

  /// Takes over what the user left in the field, which is in memory of the field's own.
  func write(typed text: String)

  /// Takes over a value that another part of the app writes; one of another type is left out.
  func write(outside value: Any, phases: PhaseMarker)

  /// The onChange action.
  ///
  /// - Returns: the selection to leave, in UTF-16 code units of the text then shown, or nil to leave it to the toolkit.
  func textDidChange(phases: PhaseMarker) -> Range<Int>?

  /// What becomes of the text when editing ends.
  ///
  /// - Returns: as from ``textDidChange(phases:)``.
  func editingDidEnd(phases: PhaseMarker) -> Range<Int>?

  /// Called when the body is evaluated, for what that reads beside the text.
  ///
  /// - Returns: how many bodies were evaluated beside that of the field.
  func evaluateBody(phases: PhaseMarker) -> Int
}

extension TextStore {
  /// Reads nothing beside the text.
  public func evaluateBody(phases: PhaseMarker) -> Int { 0 }
}

/// A text that announces each write.
public protocol AnnouncedText: AnyObject {
  /// The text; an equal one is announced too.
  var text: String { get set }
  /// Called before each write.
  var willChange: (() -> Void)? { get set }
}
