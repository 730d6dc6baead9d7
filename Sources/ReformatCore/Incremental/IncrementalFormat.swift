/// How the incremental engine writes a number, and how much of one it takes.
///
/// The symbols come from a locale, see ``number(_:)``, ``currency(code:locale:)`` and ``percent(_:)``, or are given.
/// A currency field is a format with a prefix or suffix and two digits of fraction, and no code of its own.
public struct IncrementalFormat: Hashable, Sendable {
  /// Between integer and fraction.
  public var decimalSeparator: String
  /// Between groups of digits.
  public var groupingSeparator: String
  /// The size of the group at the decimal separator and of those further left, `[3]`, `[3, 2]`; empty for no grouping.
  ///
  /// As in Unicode's number patterns there are two sizes at most.
  public var groupSizes: [Int]
  /// How many digits must stand before the first separator for grouping to start.
  public var minimumGroupingDigits: Int
  /// The shapes of the digits 0 to 9, ten scalars in a row of Unicode; anything else is taken for ASCII.
  public var digits: [Character]
  /// The minus itself, without marks.
  public var minus: String
  /// Before and behind a number that is not negative.
  public var affixes: Affixes
  /// Before and behind a negative number; one of the two holds the minus.
  public var negativeAffixes: Affixes
  /// How many digits of fraction are kept while typing; 0 takes no decimal separator, nil sets no limit.
  public var maximumFractionDigits: Int?
  /// How many digits are kept in all; nil sets no limit.
  public var maximumDigits: Int?
  /// Whether a minus may be typed.
  public var allowsNegative: Bool
  /// The power of ten between the number shown and its value: -2 for percent.
  public var scale: Int

  /// What stands around the digits.
  public struct Affixes: Hashable, Sendable {
    /// Before the first digit.
    public var prefix: String
    /// Behind the last digit.
    public var suffix: String

    /// Affixes; none by default.
    public init(prefix: String = "", suffix: String = "") {
      self.prefix = prefix
      self.suffix = suffix
    }
  }

  /// A format of given symbols; a negative number has `minus` before the prefix.
  public init(
    decimalSeparator: String = ".", groupingSeparator: String = ",", groupSizes: [Int] = [3],
    minimumGroupingDigits: Int = 1, digits: [Character] = Array("0123456789"),
    minus: String = "-", affixes: Affixes = Affixes(), maximumFractionDigits: Int? = nil,
    maximumDigits: Int? = nil, allowsNegative: Bool = true, scale: Int = 0
  ) {
    self.decimalSeparator = decimalSeparator
    self.groupingSeparator = groupingSeparator
    self.groupSizes = groupingSeparator.isEmpty ? [] : groupSizes
    self.minimumGroupingDigits = minimumGroupingDigits
    self.digits = digits
    self.minus = minus
    self.affixes = affixes
    negativeAffixes = Affixes(prefix: minus + affixes.prefix, suffix: affixes.suffix)
    self.maximumFractionDigits = maximumFractionDigits
    self.maximumDigits = maximumDigits
    self.allowsNegative = allowsNegative
    self.scale = scale
  }
}
