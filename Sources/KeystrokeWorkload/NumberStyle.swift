import ReformatCore

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

  /// The symbols, with ASCII digits and the ASCII minus; they belong to no locale.
  public var symbols: LocaleSymbols {
    LocaleSymbols(
      locale: "", decimalSeparator: decimalSeparator, groupingSeparator: groupingSeparator ?? "",
      minus: "-", negativePrefix: "-", digits: Array("0123456789"),
      groupSizes: groupingSeparator == nil ? [] : groupSizes ?? [], minimumGroupingDigits: 1)
  }

  /// Whether a locale writes numbers so, prefix and suffix apart.
  public func matches(_ other: LocaleSymbols) -> Bool {
    let own = symbols
    let groups = own.groupSizes.isEmpty || own.groupingSeparator == other.groupingSeparator
    return groups && own.decimalSeparator == other.decimalSeparator && own.digits == other.digits
      && own.negativePrefix == other.negativePrefix && own.groupSizes == other.groupSizes
      && own.minimumGroupingDigits == other.minimumGroupingDigits
  }
}
