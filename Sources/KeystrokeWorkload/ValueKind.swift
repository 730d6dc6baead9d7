/// What kind of number a field holds.
public enum ValueKind: String, CaseIterable, Sendable, Codable {
  /// An `Int`.
  case int
  /// A `Double`, its fraction as long as it comes.
  case double
  /// A `Double` whose text shows 0 to 2 digits of fraction, the limit as published.
  case double2 = "double-2"

  /// Whether a decimal separator may be typed.
  public var allowsFraction: Bool { self != .int }
}
