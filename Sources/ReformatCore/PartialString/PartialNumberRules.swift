/// The check whether a text could become a number, by the characters of a locale.
@usableFromInline
struct PartialNumberRules: Sendable {
  private let digits: [Character]
  private let minus: Character?
  private let groupingSeparator: Character?
  private let decimalSeparator: Character?

  @usableFromInline
  init(symbols: LocaleSymbols, allowsFraction: Bool) {
    digits = symbols.digits
    minus = symbols.minus.first
    groupingSeparator = symbols.groupingSeparator.first
    decimalSeparator = allowsFraction ? symbols.decimalSeparator.first : nil
  }

  /// True for a minus in front, digits, grouping separators after a digit, at most one decimal separator.
  @usableFromInline
  func allows(_ text: String) -> Bool {
    var hasDigits = false
    var hasFraction = false
    for character in unsigned(text) {
      if isDigit(character) {
        hasDigits = true
      } else if character == decimalSeparator, !hasFraction {
        hasFraction = true
      } else if character != groupingSeparator || !hasDigits || hasFraction {
        return false
      }
    }
    return true
  }

  /// The text after its minus and the bidi marks around that; marks alone remain after a minus is deleted.
  private func unsigned(_ text: String) -> Substring {
    let unmarked = text.drop(while: LocaleSymbols.isBidiMark)
    guard let first = unmarked.first, first == "-" || first == minus else { return unmarked }
    return unmarked.dropFirst().drop(while: LocaleSymbols.isBidiMark)
  }

  private func isDigit(_ character: Character) -> Bool {
    switch character {
    case "0"..."9": true
    default: digits.contains(character)
    }
  }
}
