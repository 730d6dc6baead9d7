/// Texts of a field, written so that a reader sees their differences.
package enum VisibleText {
  /// The expected text and value and the actual ones, and the first wrong keystroke.
  package static func difference(_ wrong: CellMismatch) -> String {
    let keystroke = wrong.keystroke.map(words)
    let note = wrong.note.map { "; note: \($0)" } ?? ""
    if wrong.endsRight == true, let keystroke {
      return "right at the end, wrong in \(keystroke)" + note
    }
    return left(wrong) + (keystroke.map { "; wrong first in \($0)" } ?? "") + note
  }

  /// A wrong keystroke: its number, the state before it, the action, the state after it, and the expected state.
  ///
  /// Texts have `|` at the caret.
  private static func words(_ keystroke: WrongKeystroke) -> String {
    func state(_ text: String, _ value: String?) -> String {
      "\(quoted(text)) (\(value ?? "no value"))"
    }
    let deed =
      keystroke.insert.map(quoted) ?? keystroke.key
      ?? "another part of the app writes \(keystroke.write ?? "a value")"
    let expected =
      keystroke.expectedValue == keystroke.value
      ? quoted(keystroke.expected) : state(keystroke.expected, keystroke.expectedValue)
    return "session \(keystroke.session), keystroke \(keystroke.keystroke): "
      + "\(state(keystroke.before, keystroke.valueBefore)), \(deed), "
      + "\(state(keystroke.after, keystroke.value)), expected \(expected)"
  }

  private static func left(_ wrong: CellMismatch) -> String {
    var words = "expected \(quoted(wrong.expectedText)), got \(quoted(wrong.text))"
    if wrong.expectedValue != wrong.value, wrong.expectedValue != nil || wrong.value != nil {
      words += " (value \(wrong.value ?? "none"), expected \(wrong.expectedValue ?? "none"))"
    }
    return words
  }

  /// The text in quotes, with invisible characters by number; right-to-left text cannot reorder the line.
  package static func quoted(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if isVisible(scalar) {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += escape(scalar)
      }
    }
    let isRightToLeft = shown.unicodeScalars.contains {
      (0x0590...0x08FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value)
    }
    // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE of UAX #9.
    return isRightToLeft ? "\"\u{2068}\(shown)\u{2069}\"" : "\"\(shown)\""
  }

  /// The character's number as an escape.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == " " { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate,
      .privateUse, .unassigned, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
