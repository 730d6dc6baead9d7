/// Symbols to write numbers with, given instead of a locale.
public struct NumberStyle: Hashable, Sendable, Codable {
  /// The text between integer and fraction.
  public var decimalSeparator: String
  /// The text between groups of digits; nil for none.
  public var groupingSeparator: String?
  /// The sizes of groups from the decimal separator outwards, the last one repeated; nil for none.
  public var groupSizes: [Int]?
  /// The text before the number, after its minus.
  public var prefix: String
  /// The text after the number.
  public var suffix: String
  /// The maximum number of digits of the fraction; nil for any number.
  public var maximumFraction: Int?
  /// False if no minus is allowed.
  public var allowsNegative: Bool

  /// Makes a style of its parts.
  public init(
    decimalSeparator: String, groupingSeparator: String?, groupSizes: [Int]?, prefix: String = "",
    suffix: String = "", maximumFraction: Int? = nil, allowsNegative: Bool = true
  ) {
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.groupSizes = groupSizes
    self.prefix = prefix
    self.suffix = suffix
    self.maximumFraction = maximumFraction
    self.allowsNegative = allowsNegative
  }
}
