/// Reads the number that a text shows, digit by digit, and writes it in plain notation, as in a trace: `-1234.50`.
struct ShownNumber: Sendable {
  /// The base of the digits.
  let radix: Int
  /// The text before a fraction; nil if there is none.
  let decimalSeparator: String?

  /// The digits of a text, with a minus and a point if it shows them; everything else is left out.
  func reading(_ text: String) -> String {
    guard radix == 10 else {
      return String(text.filter { $0.isASCII && Int(String($0), radix: radix) != nil })
    }
    var plain = ""
    var hasPoint = false
    var rest = Substring(text)
    var previous: Character?
    while let first = rest.first {
      if !hasPoint, isPoint(rest, behind: previous) {
        plain += "."
        hasPoint = true
        rest = rest.dropFirst(decimalSeparator?.count ?? 1)
      } else {
        // A minus after a digit is a separator of something else.
        if Self.isMinus(first), plain.isEmpty { plain = "-" }
        if let digit = Self.digit(first) { plain.append(digit) }
        rest = rest.dropFirst()
      }
      previous = first
    }
    return plain
  }

  /// True if a decimal separator begins here that belongs to digits, and not to a currency such as `Rs.` itself.
  private func isPoint(_ rest: Substring, behind previous: Character?) -> Bool {
    guard let decimalSeparator, !decimalSeparator.isEmpty, rest.hasPrefix(decimalSeparator)
    else { return false }
    if let previous, Self.digit(previous) != nil { return true }
    let next = rest.dropFirst(decimalSeparator.count).first
    return previous?.isLetter != true && next.flatMap(Self.digit) != nil
  }

  private static func isMinus(_ character: Character) -> Bool {
    character == "-" || character == "\u{2212}"
  }

  private static func digit(_ character: Character) -> Character? {
    guard let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1,
      scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue
    else { return nil }
    return Character(String(Int(value)))
  }
}
