import FieldHost
import ReformatCore

/// What a user means to do next, whatever the text looks like by now.
///
/// A strategy may have put separators into the text or taken characters out. So a step speaks of digits and of
/// the end, and becomes an edit only when the text is known.
enum ScriptStep: Hashable, Sendable {
  /// Types or pastes at the end.
  case append(String)
  /// Types or pastes behind the n-th digit, counted from 1.
  case insert(String, afterDigit: Int)
  /// Backspace at the end.
  case deleteLast
  /// Backspace behind the n-th digit, counted from 1.
  case deleteDigit(Int)
  /// Backspace at the end if that character stands there: a slip that was let in.
  case correct(Character)
  /// Selects the n-th to m-th digit with all between them and types or pastes over them.
  case replaceDigits(ClosedRange<Int>, String)
  /// Selects everything and types or pastes over it.
  case replaceAll(String)
  /// Return.
  case endEditing

  /// The keystroke for a text, or nil where the step has nothing to do.
  func keystroke(in text: String) -> Keystroke? {
    let end = text.utf16.count
    switch self {
    case .append(let new): return .edit(TextEdit(range: end..<end, replacement: new))
    case .insert(let new, let digit):
      let caret = Self.digits(in: text, upTo: digit).last?.upperBound ?? 0
      return .edit(TextEdit(range: caret..<caret, replacement: new))
    case .deleteLast: return Self.backspace(text)
    case .deleteDigit(let digit):
      let digits = Self.digits(in: text, upTo: digit)
      guard digits.count == digit, let range = digits.last else { return nil }
      return .edit(TextEdit(range: range, replacement: ""))
    case .correct(let slip): return text.last == slip ? Self.backspace(text) : nil
    case .replaceDigits(let which, let new):
      let digits = Self.digits(in: text, upTo: which.upperBound).dropFirst(which.lowerBound - 1)
      guard let first = digits.first, let last = digits.last else { return nil }
      return .edit(TextEdit(range: first.lowerBound..<last.upperBound, replacement: new))
    case .replaceAll(let new): return .edit(TextEdit(range: 0..<end, replacement: new))
    case .endEditing: return .endEditing
    }
  }

  private static func backspace(_ text: String) -> Keystroke? {
    guard let last = text.last else { return nil }
    let end = text.utf16.count
    return .edit(TextEdit(range: end - last.utf16.count..<end, replacement: ""))
  }

  /// Where the first digits of a text stand, at most `count`, in UTF-16 code units.
  private static func digits(in text: String, upTo count: Int) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var offset = 0
    for scalar in text.unicodeScalars {
      let width = scalar.utf16.count
      if ranges.count < count, scalar.properties.generalCategory == .decimalNumber {
        ranges.append(offset..<offset + width)
      }
      offset += width
    }
    return ranges
  }
}
