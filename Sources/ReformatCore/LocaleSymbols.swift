/// The symbols with which a locale writes numbers, as Foundation formats them on this platform.
///
/// Foundation exposes only the separators. Group sizes, the minimum of grouping digits, digit shapes and the minus with
/// its bidi marks are found from formatted numbers, once per locale: see ``LocaleSymbols/of(_:)-(String)``.
public struct LocaleSymbols: Hashable, Sendable {
  /// The identifier that the symbols belong to, for example `ar_EG`.
  public var locale: String
  /// The text between integer and fraction.
  public var decimalSeparator: String
  /// The text between groups of digits.
  public var groupingSeparator: String
  /// The minus itself, without marks: `-` or U+2212.
  public var minus: String
  /// Everything before the digits of a negative number: the minus with its bidi marks.
  public var negativePrefix: String
  /// The shapes of the digits 0 to 9, in that order.
  public var digits: [Character]
  /// The sizes of groups from the decimal separator outwards, the last one repeated: `[3]`, `[3, 2]`; empty if the
  /// locale does not group.
  public var groupSizes: [Int]
  /// The minimum number of digits before the first separator: 1 writes 1,234, 2 writes 1234 and 12,345.
  public var minimumGroupingDigits: Int

  /// Makes symbols that are given instead of probed.
  public init(
    locale: String, decimalSeparator: String, groupingSeparator: String, minus: String,
    negativePrefix: String, digits: [Character], groupSizes: [Int], minimumGroupingDigits: Int
  ) {
    self.locale = locale
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.minus = minus
    self.negativePrefix = negativePrefix
    self.digits = digits
    self.groupSizes = groupSizes
    self.minimumGroupingDigits = minimumGroupingDigits
  }

  /// The bidi marks around the minus, in order; empty in most locales.
  public var bidiMarks: [Character] {
    negativePrefix.filter { Self.isBidiMark($0) }
  }

  static func isBidiMark(_ character: Character) -> Bool {
    ["\u{200E}", "\u{200F}", "\u{061C}"].contains(character)
  }
}
