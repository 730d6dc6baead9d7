import ReformatCore

/// A text field without a screen, for delegates that import UIKit.
///
/// Semantics are those of Apple's documentation, which each member's comment names; if that is silent, the comment
/// names who measured it. Offsets count UTF-16 code units, as NSRange does. A member that is not here does not compile.
@preconcurrency @MainActor open class UITextField: UIControl, UITextInput {
  /// The reason why editing has ended (`UITextField.DidEndEditingReason`); the other one is Apple TV's.
  public enum DidEndEditingReason: Int, Sendable {
    /// The field resigned as the first responder.
    case committed
  }

  // UITextField's own members, so that a subclass that overrides one does not change what the field itself does.
  // What a host reads after a keystroke is not isolated, since every hop to the main actor costs.
  nonisolated(unsafe) var content = ""
  nonisolated(unsafe) var selection = 0..<0
  var marked: Range<Int>?
  weak var told: (any UITextFieldDelegate)?
  private(set) var undo: UndoManager?
  var isTypedInto = false

  /// The observer of phases: `filter` while the delegate is asked about an edit, `format` while it is told of one.
  package var phases = PhaseMarker()
  /// The number of texts that code put into the field.
  package nonisolated(unsafe) var assignments = 0
  /// The number of times that editingChanged was sent.
  package nonisolated(unsafe) var changesSent = 0
  /// True if there is another text to draw than at the last turn.
  package nonisolated(unsafe) var needsDisplay = false

  /// The text; nil is taken for an empty one, and it is never nil (`UITextField.text`).
  ///
  /// Setting it asks and tells nobody of an edit: `textField(_:shouldChangeCharactersIn:replacementString:)` and
  /// editingChanged are for what the user does. The caret goes to the end. Nothing can be undone any more, as measured by
  /// others (jianshu.com/p/b302a7c66741: setText: registers nothing, and clears the stacks).
  open var text: String? {
    get { content }
    set {
      assignments += 1
      content = newValue ?? ""
      marked = nil
      undo?.removeAllActions()
      needsDisplay = true
      let end = content.utf16Length
      select(end..<end)
    }
  }

  /// The delegate, which is not kept alive (`UITextField.delegate`).
  open weak var delegate: (any UITextFieldDelegate)? {
    get { told }
    set { told = newValue }
  }

  /// The text that an empty field shows (`UITextField.placeholder`); nothing shows it.
  open var placeholder: String?
  /// The kind of keyboard (`UITextInputTraits.keyboardType`).
  open var keyboardType = UIKeyboardType.default

  /// True if the field is being edited (`UITextField.isEditing`).
  open var isEditing: Bool { isTypedInto }

  /// The undo manager of the field (`UIResponder.undoManager`).
  ///
  /// Edits that the user makes are registered from the first time that anybody asks for it, so that a field whose undo
  /// nobody uses does not pay for it. Undoing an edit asks the delegate about the range that the edit had, even if code
  /// has written another text since, as measured by others (github.com/RedMadRobot/input-mask-ios/issues/84).
  open override var undoManager: UndoManager? {
    if undo == nil { undo = UndoManager() }
    return undo
  }

  // MARK: First responder

  /// True if the field is the one that is typed into (`UIResponder.isFirstResponder`).
  open override var isFirstResponder: Bool { isTypedInto }

  /// True if the control is enabled (`UIResponder.canBecomeFirstResponder`).
  open override var canBecomeFirstResponder: Bool { isEnabled }

  /// Begins editing if the delegate lets it (`UITextFieldDelegate`, overview: textFieldShouldBeginEditing, first
  /// responder, textFieldDidBeginEditing); targets are then sent editingDidBegin.
  @discardableResult open override func becomeFirstResponder() -> Bool {
    if isTypedInto { return true }
    guard canBecomeFirstResponder, told?.textFieldShouldBeginEditing(self) ?? true else {
      return false
    }
    isTypedInto = true
    told?.textFieldDidBeginEditing(self)
    post(Self.textDidBeginEditingNotification)
    sendActions(for: .editingDidBegin)
    return true
  }

  /// Ends editing if the delegate lets it (`UITextFieldDelegate`, overview: textFieldShouldEndEditing, first responder no
  /// more, textFieldDidEndEditing); targets are then sent editingDidEnd.
  @discardableResult open override func resignFirstResponder() -> Bool {
    guard isTypedInto else { return true }
    guard told?.textFieldShouldEndEditing(self) ?? true else { return false }
    leave()
    return true
  }

  /// Ends editing (`UIView.endEditing(_:)`); by force even if the delegate refuses (`textFieldDidEndEditing(_:)`,
  /// discussion).
  @discardableResult open override func endEditing(_ force: Bool) -> Bool {
    if !resignFirstResponder(), force { leave() }
    return !isTypedInto
  }

  private func leave() {
    if marked != nil { unmarkText() }
    isTypedInto = false
    told?.textFieldDidEndEditing(self, reason: .committed)
    post(Self.textDidEndEditingNotification)
    sendActions(for: .editingDidEnd)
  }

  // MARK: Telling

  /// Calls the actions of events (`UIControl.sendActions(for:)`), of an edit in the phase `format`.
  open override func sendActions(for controlEvents: UIControl.Event) {
    guard controlEvents.contains(.editingChanged) else {
      return super.sendActions(for: controlEvents)
    }
    changesSent += 1
    phases.measure(.format) { super.sendActions(for: controlEvents) }
  }

  /// Selects a range; the delegate is told if it is another one (`textFieldDidChangeSelection(_:)`).
  func select(_ range: Range<Int>) {
    guard range != selection else { return }
    selection = range
    guard let told else { return }
    phases.measure(.format) { told.textFieldDidChangeSelection(self) }
  }

  // MARK: Positions

  /// The selection; a caret if it is empty (`UITextInput.selectedTextRange`).
  ///
  /// What is beyond the text is left out. Nil, and a range that no text field made, change nothing.
  open var selectedTextRange: UITextRange? {
    get { FieldRange(selection) }
    set {
      guard let range = (newValue as? FieldRange)?.offsets else { return }
      let lower = content.boundary(atOrBefore: range.lowerBound)
      select(lower..<max(lower, content.boundary(atOrBefore: range.upperBound)))
    }
  }

  /// The range of the text that is being composed, or nil (`UITextInput.markedTextRange`).
  open var markedTextRange: UITextRange? { marked.map(FieldRange.init) }

  /// The position before the first character (`UITextInput.beginningOfDocument`).
  open var beginningOfDocument: UITextPosition { FieldPosition(0) }

  /// The position behind the last character (`UITextInput.endOfDocument`).
  open var endOfDocument: UITextPosition { FieldPosition(content.utf16Length) }

  /// The range between two positions, whichever comes first (`UITextInput.textRange(from:to:)`).
  open func textRange(
    from fromPosition: UITextPosition, to toPosition: UITextPosition
  ) -> UITextRange? {
    guard let from = fromPosition as? FieldPosition, let to = toPosition as? FieldPosition else {
      return nil
    }
    return FieldRange(min(from.offset, to.offset)..<max(from.offset, to.offset))
  }

  /// The position at an offset from another; nil if it is less than 0 or greater than the length of the text
  /// (`UITextInput.position(from:offset:)`).
  open func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    guard let position = position as? FieldPosition else { return nil }
    let place = position.offset + offset
    return place >= 0 && place <= content.utf16Length ? FieldPosition(place) : nil
  }

  /// The position at an offset to the left or right; nil if it is outside (`UITextInput.position(from:in:offset:)`).
  ///
  /// A field has one line, so nothing is above or below.
  open func position(
    from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
  ) -> UITextPosition? {
    switch direction {
    case .right: self.position(from: position, offset: offset)
    case .left: self.position(from: position, offset: -offset)
    case .up, .down: nil
    }
  }

  /// The order of two positions (`UITextInput.compare(_:to:)`).
  open func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult {
    let distance = offset(from: position, to: other)
    return distance > 0 ? .orderedAscending : distance < 0 ? .orderedDescending : .orderedSame
  }

  /// The distance of two positions, in UTF-16 code units (`UITextInput.offset(from:to:)`).
  open func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int {
    guard let from = from as? FieldPosition, let to = toPosition as? FieldPosition else { return 0 }
    return to.offset - from.offset
  }

  /// The text in a range (`UITextInput.text(in:)`).
  open func text(in range: UITextRange) -> String? {
    guard let range = (range as? FieldRange)?.offsets else { return nil }
    let lower = content.index(utf16Offset: range.lowerBound)
    return String(content[lower..<max(lower, content.index(utf16Offset: range.upperBound))])
  }

  // MARK: Edits by code

  /// True if there is text (`UIKeyInput.hasText`).
  open var hasText: Bool { !content.isEmpty }

  /// Replaces the text in a range; the caret goes behind it (`UITextInput.replace(_:withText:)`).
  ///
  /// Nobody is asked, and editingChanged is not sent, as measured by others (stackoverflow.com/q/5886258, and the known
  /// issues in the README of github.com/RedMadRobot/input-mask-ios, which writes its texts so).
  open func replace(_ range: UITextRange, withText text: String) {
    guard let range = (range as? FieldRange)?.offsets else { return }
    change(range, to: text)
  }

  /// Replaces the selection (`UIKeyInput.insertText(_:)`).
  ///
  /// The delegate is not asked, but editingChanged is sent, as measured by others (stackoverflow.com/q/4674023).
  open func insertText(_ text: String) {
    change(marked ?? selection, to: text)
    tellOfChange()
  }

  /// Deletes the selection, or the character before the caret (`UIKeyInput.deleteBackward()`); told as
  /// ``insertText(_:)`` is.
  open func deleteBackward() {
    guard let range = selection.isEmpty ? beforeCaret : selection else { return }
    change(range, to: "")
    tellOfChange()
  }

  /// Shows a text that is being composed, in place of the one before or of the selection
  /// (`UITextInput.setMarkedText(_:selectedRange:)`); editingChanged is sent.
  open func setMarkedText(_ markedText: String?, selectedRange: NSRange) {
    let text = markedText ?? ""
    let start = (marked ?? selection).lowerBound
    change(marked ?? selection, to: text)
    let length = text.utf16Length
    marked = length == 0 ? nil : start..<start + length
    let lower = start + min(max(0, selectedRange.location), length)
    select(lower..<min(lower + max(0, selectedRange.length), start + length))
    tellOfChange()
  }

  /// Ends composing; the text stays, and editingChanged is sent (`UITextInput.unmarkText()`).
  open func unmarkText() {
    guard marked != nil else { return }
    marked = nil
    tellOfChange()
  }
}
