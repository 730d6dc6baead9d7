/// An object that stores the text of a field, announces each write of it, and reformats it after it has changed.
///
/// A field that is bound to it evaluates its body after each announcement, and then runs ``textDidChange(phases:)`` as
/// its onChange action. A ``ReformatStrategy`` is given a text and answers; a store writes its text itself, as often as
/// it likes.
public protocol TextStore: AnyObject {
  /// The text that the field shows.
  var text: String { get }

  /// Called before each write of a published property, even if the value is equal.
  var willChange: (() -> Void)? { get set }

  /// The value of the text; nil if it has none.
  var value: Any? { get }

  /// True if a value is missing although one is required, or is out of range.
  var showsError: Bool { get }

  /// Copies the text that the user left in the field, which is in the field's own memory.
  func write(typed text: String)

  /// Stores a value that another part of the app writes; a value of another type is ignored.
  func write(outside value: Any, phases: PhaseMarker)

  /// Runs the onChange action.
  ///
  /// - Returns: the selection to leave, in UTF-16 code units of the text then shown, or nil to leave it to the toolkit.
  func textDidChange(phases: PhaseMarker) -> Range<Int>?

  /// Runs the onChange action of a field that tells its selection, or nil for an update that no edit began.
  ///
  /// By default it runs ``textDidChange(phases:)``.
  func textDidChange(selection: SelectionChange?, phases: PhaseMarker) -> Range<Int>?

  /// Reformats the text when editing ends.
  ///
  /// - Returns: as from ``textDidChange(phases:)``.
  func editingDidEnd(phases: PhaseMarker) -> Range<Int>?

  /// Called when the body is evaluated, for everything that it reads besides the text.
  ///
  /// - Returns: the number of bodies that were evaluated in addition to that of the field.
  func evaluateBody(phases: PhaseMarker) -> Int
}

extension TextStore {
  /// Runs the action without the selection.
  public func textDidChange(selection: SelectionChange?, phases: PhaseMarker) -> Range<Int>? {
    textDidChange(phases: phases)
  }

  /// Reads nothing besides the text.
  public func evaluateBody(phases: PhaseMarker) -> Int { 0 }
}

/// A text that announces each write.
public protocol AnnouncedText: AnyObject {
  /// The text; writing an equal one is announced too.
  var text: String { get set }
  /// Called before each write.
  var willChange: (() -> Void)? { get set }
}
