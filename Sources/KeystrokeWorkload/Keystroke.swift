import FieldHost
import ReformatCore

/// One key, paste or Return, as a field is given it.
public enum Keystroke: Hashable, Sendable {
  /// A change of the text.
  case edit(TextEdit)
  /// Return: editing ends.
  case endEditing
}

extension HostedField {
  /// Lets the field have one keystroke.
  public func press(_ keystroke: Keystroke) {
    switch keystroke {
    case .edit(let edit): apply(edit)
    case .endEditing: endEditing()
    }
  }
}
