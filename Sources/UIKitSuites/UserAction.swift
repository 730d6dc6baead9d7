import ReformatCore
import UIKit

/// An action of a user in a text field.
enum UserAction {
  /// Makes an edit, as a key or a paste does; a field that is not being edited is tapped first.
  case edit(TextEdit)
  /// Selects, or moves the caret, as a tap does.
  case select(Range<Int>)
  /// Shows what is composed so far.
  case compose(String)
  /// Ends composing.
  case endComposing
  /// Presses Return, and leaves the field if it is still being edited.
  case pressReturn
  /// Taps the clear button.
  case clear

  /// Does it in a field.
  ///
  /// - Returns: false if the delegate refused it.
  @MainActor func perform(in field: UITextField) -> Bool {
    switch self {
    case .edit(let edit):
      return field.becomeFirstResponder() && field.makeUserEdit(edit.range, edit.replacement)
    case .select(let range): field.selectAsUser(range)
    case .compose(let text): return field.becomeFirstResponder() && field.composeAsUser(text)
    case .endComposing: field.unmarkText()
    case .pressReturn:
      field.pressReturn()
      return field.resignFirstResponder()
    case .clear: field.pressClear()
    }
    return true
  }
}
