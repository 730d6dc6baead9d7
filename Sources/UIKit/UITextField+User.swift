import ReformatCore

// What a user does, in the order in which UIKit asks and tells.
extension UITextField {
  /// Makes an edit as a user's key or paste does.
  ///
  /// The delegate is asked first: `textField(_:shouldChangeCharactersIn:replacementString:)`, "whenever user actions cause
  /// its text to change". If it answers no, nothing changes but by what it did itself. Else the text changes, the
  /// delegate is told of the selection, and editingChanged is sent. Apple documents the first and the last
  /// (`UIControl.Event.editingChanged`). That the selection comes before the change is what React Native found in
  /// UITextView, whose adapter has to make up for it (`textViewDidChangeSelection:` in RCTBackedTextInputDelegateAdapter.mm).
  ///
  /// - Returns: false if the delegate refused it.
  @discardableResult
  package func makeUserEdit(_ range: Range<Int>, _ replacement: String) -> Bool {
    let range = max(0, range.lowerBound)..<max(0, range.upperBound)
    // What one event does is undone together (`UndoManager.groupsByEvent`).
    undo?.endEvent()
    if let told {
      let mayChange = phases.measure(.filter) {
        told.textField(
          self, shouldChangeCharactersIn: NSRange(range), replacementString: replacement)
      }
      guard mayChange else { return false }
    }
    if replacement.isEmpty, selection.isEmpty, range == beforeCaret {
      // So a subclass that overrides it is told of the key (bjhomer.com/2011/11/17/detecting-backspace-in-a-uitextfield).
      deleteBackward()
    } else {
      change(range, to: replacement)
      tellOfChange()
    }
    return true
  }

  /// Composes as an input method does: the delegate is asked, since the user's actions cause the text to change.
  ///
  /// - Returns: false if the delegate refused it.
  @discardableResult
  package func composeAsUser(_ composed: String) -> Bool {
    let range = NSRange(marked ?? selection)
    let mayChange = phases.measure(.filter) {
      told?.textField(self, shouldChangeCharactersIn: range, replacementString: composed) ?? true
    }
    guard mayChange else { return false }
    let end = NSRange(location: composed.utf16Length, length: 0)
    setMarkedText(composed, selectedRange: end)
    return true
  }

  /// Presses Return: `textFieldShouldReturn(_:)`, and if it answers yes, editingDidEndOnExit.
  package func pressReturn() {
    if told?.textFieldShouldReturn(self) ?? true { sendActions(for: .editingDidEndOnExit) }
  }

  /// Taps the clear button: `textFieldShouldClear(_:)`, and if it answers yes, an empty text and editingChanged.
  package func pressClear() {
    guard told?.textFieldShouldClear(self) ?? true else { return }
    change(0..<content.utf16Length, to: "")
    tellOfChange()
  }

  /// Moves the caret, or selects, as a tap does.
  package func selectAsUser(_ range: Range<Int>) { selectedTextRange = FieldRange(range) }

  /// The range of the character before the caret, or nil at the beginning.
  var beforeCaret: Range<Int>? {
    let caret = content.index(utf16Offset: selection.lowerBound)
    guard caret > content.startIndex else { return nil }
    return content.index(before: caret).utf16Offset(in: content)..<selection.lowerBound
  }

  /// The text.
  package nonisolated var currentText: String { content }

  /// The selection in UTF-16 code units.
  package nonisolated var currentSelection: Range<Int> { selection }

  /// Replaces a part of the text, and leaves the caret behind the replacement.
  func change(_ range: Range<Int>, to replacement: String) {
    let lower = content.boundary(atOrBefore: range.lowerBound)
    if let undo, undo.isUndoRegistrationEnabled {
      let replaced = text(in: FieldRange(range)) ?? ""
      let written = lower..<lower + replacement.utf16Length
      undo.registerUndo(withTarget: self) { $0.makeUserEdit(written, replaced) }
    }
    content.replace(utf16: range, with: replacement)
    marked = nil
    needsDisplay = true
    let caret = lower + replacement.utf16Length
    select(caret..<caret)
  }
}
