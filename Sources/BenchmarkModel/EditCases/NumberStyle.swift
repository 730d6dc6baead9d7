/// Symbols to write numbers with, given instead of a locale.
public struct NumberStyle: Hashable, Sendable, Codable {
  /// Between integer and fraction.
  public var decimalSeparator: String
  /// Between groups of digits; nil for none.
  public var groupingSeparator: String?
  /// The sizes of groups from the decimal separator outwards, the last one repeated; nil for none.
  public var groupSizes: [Int]?
  /// The text before the number, behind its minus.
  public var prefix: String
  /// The text behind the number.
  public var suffix: String
  /// The maximum number of digits of the fraction; nil for any number.
  public var maximumFraction: Int?
  /// False if there may be no minus.
  public var allowsNegative: Bool

  /// A style.
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
