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

  /// Whether a decimal separator may be typed.
  public var allowsFraction: Bool { self != .int }
}
