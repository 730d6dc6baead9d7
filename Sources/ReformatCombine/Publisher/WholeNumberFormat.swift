import Foundation

/// A `NumberFormatter` of the default style, which is none, without floats: it reads a text only if it can read all of
/// it.
struct WholeNumberFormat {
  private let formatter: NumberFormatter

  init(locale: Locale) {
    formatter = NumberFormatter()
    formatter.locale = locale
    formatter.allowsFloats = false
  }

  func string(_ number: Int) -> String {
    formatter.string(from: NSNumber(value: number)) ?? ""
  }

  /// The number of the whole text; nil if it is none.
  func number(_ text: String) -> Int? {
    guard let number = formatter.number(from: text), Self.isSignAndDigits(text) else { return nil }
    return number.intValue
  }

  /// True if the formatter has consumed all of a text that it read.
  ///
  /// On Linux number(from:) accepts a prefix, `12` of `12a`, and does not report where it stopped. Style none groups
  /// nothing and allows no fraction, so it has consumed all of a text only if the text is a sign and digits.
  private static func isSignAndDigits(_ text: String) -> Bool {
    text.unicodeScalars.drop(while: signs.contains)
      .allSatisfy { $0.properties.generalCategory == .decimalNumber }
  }

  /// Both minuses, and the bidi marks that some locales write around them.
  private static let signs: [Unicode.Scalar] = [
    "-", "\u{2212}", "\u{200E}", "\u{200F}", "\u{61C}",
  ]
}
