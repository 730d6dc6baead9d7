/// How a field writes numbers where that is given rather than taken from a locale.
public struct NumberStyle: Hashable, Sendable, Codable {
  /// Between integer and fraction.
  public var decimalSeparator: String
  /// Between groups of digits; nil where there are none.
  public var groupingSeparator: String?
  /// The sizes of groups from the decimal separator outwards, the last one repeated; nil where there are none.
  public var groupSizes: [Int]?
  /// What stands before the number, behind its minus.
  public var prefix: String
  /// What stands behind the number.
  public var suffix: String
  /// How many digits the fraction may have; nil for any number.
  public var maximumFraction: Int?
  /// Whether there may be a minus.
  public var allowsNegative: Bool

  /// A style of its parts.
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
