import Foundation

/// Numbers in plain notation, as in `1234.50`.
enum PlainNumber {
  /// True if two texts are the same number, such as `5` and `5.0`; or the same text, if one is not a number.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    if first == second { return true }
    guard let first = number(first), let second = number(second) else { return false }
    return first == second
  }

  private static func number(_ text: String) -> Decimal? {
    // Decimal would accept a text of which only the start is a number.
    guard text.wholeMatch(of: /-?[0-9]*\.?[0-9]*(?:e[-+]?[0-9]+)?/) != nil else { return nil }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
