extension EditCase {
  /// The case as a line of a file, with all steps of its session.
  ///
  /// - Parameter states: the states of the field before the first step and after each step.
  /// - Returns: a JSON object without line breaks.
  package func line(through states: [FieldSnapshot]) -> String {
    guard steps.count > 1, let start = states.first else {
      return line(
        ofStep: 0, after: FieldSnapshot(text: before, selection: selection, value: nil))
    }
    let edits = zip(steps, states).enumerated().map { index, pair in
      let (step, state) = pair
      let moved = index == 0 ? nil : step.selection.map { state.fields($0, marked: true) }
      let action = step.action.replacing(step.selection ?? state.selection)
      return Self.object(
        (moved ?? []) + action.fields + step.expected(marked: !(step.after ?? "").contains("|")))
    }
    return Self.object(
      header(id) + start.fields(steps[0].selection ?? selection, marked: true)
        + [("edits", "[" + edits.joined(separator: ", ") + "]")] + footer)
  }

  /// The case of one step alone, starting from the state of the field before it.
  ///
  /// - Parameters:
  ///   - index: the index of the step.
  ///   - state: the state of the field before it.
  /// - Returns: a JSON object without line breaks.
  package func line(ofStep index: Int, after state: FieldSnapshot) -> String {
    let step = steps[index]
    let selection = step.selection ?? state.selection
    let action = step.action.replacing(selection)
    let isMarked = !action.hasRange && !(state.text + (step.after ?? "")).contains("|")
    let id = steps.count == 1 ? id : "\(id) edit \(index + 1)"
    return Self.object(
      header(id) + state.fields(selection, marked: isMarked) + action.fields
        + step.expected(marked: isMarked) + (index == steps.count - 1 ? footer : []))
  }

  private func header(_ id: String) -> [(String, String)] {
    var fields: [(String, String)] = [("id", id.json)]
    if !kind.isEmpty { fields.append(("kind", kind.json)) }
    if let locale { fields.append(("locale", locale.json)) }
    if let symbols { fields += symbols.fields }
    if let value { fields.append(("value", value.json)) }
    if !allowsNegative { fields.append(("allowNegative", "false")) }
    if let maximumLength { fields.append(("maximumLength", "\(maximumLength)")) }
    if let range { fields.append(("valid", "[\(range.lowerBound), \(range.upperBound)]")) }
    return fields
  }

  private var footer: [(String, String)] { meant.map { [("meant", $0.json)] } ?? [] }

  fileprivate static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\"\($0.0)\": \($0.1)" }.joined(separator: ", ") + "}"
  }
}

extension FieldSnapshot {
  /// The text with its caret; the caret as an offset if the text has a | of its own.
  fileprivate func fields(_ selection: Range<Int>, marked: Bool) -> [(String, String)] {
    if marked, let marks = CaretNotation.write(text, selection) { return [("before", marks.json)] }
    return [("before", text.json), ("caret", "\(selection.upperBound)")]
  }
}

extension EditCase.Step {
  fileprivate func expected(marked: Bool) -> [(String, String)] {
    var fields: [(String, String)] = []
    if let after {
      if marked, let marks = CaretNotation.write(after, selectionAfter) {
        fields.append(("after", marks.json))
      } else {
        fields.append(("after", after.json))
        if let caret = selectionAfter?.upperBound { fields.append(("caretAfter", "\(caret)")) }
      }
    }
    if let valueAfter {
      fields.append(("valueAfter", valueAfter.isEmpty ? "null" : valueAfter.json))
    }
    return fields
  }
}

extension UserAction {
  /// The same action, without a range if it is equal to the selection.
  fileprivate func replacing(_ selection: Range<Int>) -> Self {
    if case .replace(selection, let text) = self { .insert(text) } else { self }
  }

  fileprivate var hasRange: Bool { if case .replace = self { true } else { false } }

  /// The action as fields of a line.
  fileprivate var fields: [(String, String)] {
    switch self {
    case .insert(let text): [("insert", text.json)]
    case .replace(let range, let text):
      [("range", "[\(range.lowerBound), \(range.upperBound)]"), ("replacement", text.json)]
    case .compose(let text): [("compose", text.json)]
    case .write(let value): [("write", value.json)]
    case .screen(let event): [("screen", event.rawValue.json)]
    // A script alone has what has no key; no reader takes its words for one.
    default: [("key", (key ?? words).json)]
    }
  }
}

extension NumberStyle {
  /// The symbols as fields of a line.
  fileprivate var fields: [(String, String)] {
    [
      ("decimal", decimalSeparator.json), ("group", groupingSeparator?.json ?? "null"),
      ("groupSizes", groupSizes.map { "\($0)" } ?? "null"), ("prefix", prefix.json),
      ("suffix", suffix.json), ("maxFraction", maximumFraction.map { "\($0)" } ?? "null"),
    ]
  }
}

extension String {
  /// The text as JSON, with invisible characters and marks of direction escaped, so that it can be copied.
  fileprivate var json: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case " "..."~": text.unicodeScalars.append(scalar)
      default:
        switch scalar.properties.generalCategory {
        case .decimalNumber, .currencySymbol, .mathSymbol, .uppercaseLetter, .lowercaseLetter,
          .otherLetter, .dashPunctuation, .otherPunctuation:
          text.unicodeScalars.append(scalar)
        default:
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
        }
      }
    }
    return text + "\""
  }
}
