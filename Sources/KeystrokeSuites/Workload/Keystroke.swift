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
  /// Something rarer; each keystroke would pay for more cases here.
  indirect case other(Other)

  /// The keystrokes that neither insert a text nor write one.
  public enum Other: Hashable, Sendable {
    /// A step of an input method: the text composed so far, in the place of the step before.
    case compose(String)
    /// Commits the composed text.
    case commit
    /// No key: the app changes the locale and shows its value in it.
    case changeLocale(String, ExpectedValue)
  }
}

/// A keystroke with the selection that its user makes first.
struct PlacedKeystroke {
  var keystroke: Keystroke
  /// The selection; nil if the field has it already.
  var selection: Range<Int>?
}

extension HostedField {
  /// Selects what a keystroke is made at, as a user does before it.
  ///
  /// - Parameters:
  ///   - keystroke: the keystroke, which is not pressed.
  ///   - known: the selection as it was recorded; nil to select what the keystroke replaces.
  /// - Returns: the keystroke with the selection that was made.
  @discardableResult
  func place(_ keystroke: Keystroke, at known: Range<Int>? = nil) -> PlacedKeystroke {
    var wanted = known
    if wanted == nil, case .edit(let edit) = keystroke {
      wanted = edit.selection(from: selection, in: text)
    }
    guard let wanted, wanted != selection else { return PlacedKeystroke(keystroke: keystroke) }
    selection = wanted
    return PlacedKeystroke(keystroke: keystroke, selection: wanted)
  }

  /// Gives the field one keystroke.
  public func press(_ keystroke: Keystroke) {
    switch keystroke {
    case .edit(let edit): apply(edit)
    case .endEditing: endEditing()
    case .nextField: moveToNextField()
    case .write(let value): if let value = value.any { write(value) }
    case .other(let other): perform(other)
    }
  }

  @inline(never)
  private func perform(_ other: Keystroke.Other) {
    switch other {
    case .compose(let text): setMarkedText(text)
    case .commit: unmarkText()
    case .changeLocale(_, let value): changeStrategy(showing: value.any)
    }
  }
}
