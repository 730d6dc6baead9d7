import FieldHost
import ReformatCore

/// Keys that are typed into a field whose formatter is one for colours.
package struct FormatterScene: Sendable {
  /// A key of the keyboard.
  package enum Key: Sendable {
    case character(Character)
    case backspace
    case enter
    /// The arrow key that puts the caret behind a selection.
    case right
  }

  /// The state after a key.
  package struct Step: Equatable, Sendable {
    /// The name of the key.
    package var key: String
    /// GNUstep's calls of formatter, delegate and action, and the lines that it logged; in order.
    package var calls: [String]
    /// The text in GNUstep's field, and the value that the field holds.
    package var text: String
    package var value: String?
    /// The same in the model.
    package var modelText: String
    package var modelValue: String?

    /// True if the user sees the same as in the model.
    package var isAsInModel: Bool { text == modelText && value == modelValue }
  }

  /// The name of the scene.
  package var name: String
  /// True if the formatter hands back its last valid text in place of an invalid one.
  var handsBack = false
  var keys: [Key]

  /// All scenes.
  package static let all = [
    FormatterScene(name: "finished", keys: typed("ff8800") + [.enter]),
    FormatterScene(name: "refused", keys: typed("12g34567") + [.enter]),
    FormatterScene(name: "handed-back", handsBack: true, keys: typed("12g34567") + [.enter]),
    FormatterScene(name: "too-short", keys: typed("ff88") + [.enter]),
    FormatterScene(
      name: "edited-again",
      keys: typed("ff8800") + [.enter, .right, .backspace] + typed("1") + [.enter]),
    FormatterScene(
      name: "typed-over", keys: typed("ff8800") + [.enter] + typed("00ff88") + [.enter]),
  ]

  private static func typed(_ text: String) -> [Key] { text.map { .character($0) } }

  private static func model(_ formatter: some PartialTextFormatter) -> HeadlessField {
    HeadlessField(strategy: PartialString(formatter: formatter))
  }

  /// Types the keys into GNUstep's field and into the model.
  package func play(by keyboard: Keyboard) -> [Step] {
    let field = FormatterField(handsBack ? HandingBack() : HexColorFormatter(), keyboard)
    let model = handsBack ? Self.model(HandingBack()) : Self.model(HexColorFormatter())
    return keys.map { key in
      // GNUstep selects all after Return: the user then sees what is typed over.
      if model.text == field.text { model.selection = field.selection }
      let calls = field.press(key)
      switch key {
      case .character(let character): model.type(String(character))
      case .backspace: model.deleteBackward()
      case .enter: model.endEditing()
      case .right: break
      }
      return Step(
        key: key.name, calls: calls, text: field.text, value: field.value, modelText: model.text,
        modelValue: model.valueDescription)
    }
  }
}

extension FormatterScene.Key {
  /// The name in a report.
  var name: String {
    switch self {
    case .character(let character): String(character)
    case .backspace: "Backspace"
    case .enter: "Return"
    case .right: "Right"
    }
  }
}

/// A formatter for colours that hands back its last valid text in place of an invalid one.
final class HandingBack: PartialTextFormatter {
  private let formatter = HexColorFormatter()
  private var lastValid = ""

  func judge(_ proposal: PartialText) -> PartialTextVerdict {
    guard formatter.judge(proposal) != .valid else {
      lastValid = proposal.text
      return .valid
    }
    let end = lastValid.utf16.count
    return .replaced(lastValid, selection: end..<end)
  }

  func value(of text: String) -> String? { formatter.value(of: text) }
  func text(for value: String) -> String? { formatter.text(for: value) }
}
