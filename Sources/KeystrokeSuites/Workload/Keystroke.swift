import FieldHost
import ReformatCore

/// One key, paste or Return in a field, or a write of its value by another part of the app.
public enum Keystroke: Hashable, Sendable {
  /// A change of the text.
  case edit(TextEdit)
  /// Return: editing ends.
  case endEditing
  /// Tab: editing ends, and the next field of the form is typed into.
  case nextField
  /// No key: another part of the app writes the value of the field.
  case write(ExpectedValue)
}

extension HostedField {
  /// Gives the field one keystroke.
  public func press(_ keystroke: Keystroke) {
    switch keystroke {
    case .edit(let edit): apply(edit)
    case .endEditing: endEditing()
    case .nextField: moveToNextField()
    case .write(let value): if let value = value.any { write(value) }
    }
  }
}
