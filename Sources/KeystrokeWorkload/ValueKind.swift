/// What kind of number a field holds.
public enum ValueKind: String, CaseIterable, Sendable, Codable {
  /// An `Int`.
  case int
  /// A `Double`, its fraction as long as it comes.
  case double
  /// A `Double` whose text shows 0 to 2 digits of fraction, the limit as published.
  case double2 = "double-2"
  /// A `Decimal`, its fraction as long as it comes.
  case decimal
  /// An amount of money in ``Oracle/currencyCode``: a `Decimal` with at most two digits of fraction.
  case currency
  /// A share in percent: a `Decimal`, a hundredth of what is shown.
  case percent
  /// A colour of six hexadecimal digits, which is no locale's.
  case hex

  /// Whether a decimal separator may be typed.
  public var allowsFraction: Bool { self != .int && self != .hex }

  /// The base of the digits that are typed.
  public var radix: Int { self == .hex ? 16 : 10 }

  /// How many digits a field holds at most, or nil where nothing limits them.
  public var digitLimit: Int? { self == .hex ? 6 : nil }
}
