/// The way in which the incremental engine writes a number, and the limits of a number that it takes.
///
/// The symbols come from a locale, see ``number(_:)``, ``currency(code:locale:isAccounting:)`` and ``percent(_:)``, or
/// are given. A currency field is a format with a prefix or suffix and the currency's digits of fraction, and no code of
/// its own.
public struct IncrementalFormat: Hashable, Sendable {
  /// Between integer and fraction.
  public var decimalSeparator: String
  /// Between groups of digits.
  public var groupingSeparator: String
  /// The size of the group at the decimal separator and of those further left, `[3]`, `[3, 2]`; empty for no grouping.
  ///
  /// As in Unicode's number patterns there are two sizes at most.
  public var groupSizes: [Int]
  /// The number of digits before the first separator that starts grouping.
  public var minimumGroupingDigits: Int
  /// The shapes of the digits 0 to 9, ten scalars in a row of Unicode that differ in the last byte of UTF-8 alone, as
  /// those of all scripts do; anything else is taken for ASCII.
  public var digits: [Character]
  /// The minus itself, without marks.
  public var minus: String
  /// Before and behind a number that is not negative.
  public var affixes: Affixes
  /// Before and behind a negative number; one of the two holds the minus, or they hold a pair of parentheses.
  public var negativeAffixes: Affixes
  /// The maximum number of digits of fraction while typing; 0 takes no decimal separator, nil sets no limit.
  public var maximumFractionDigits: Int?
  /// The maximum number of digits before the decimal separator; nil sets no limit.
  ///
  /// An edit that adds more is refused. A text or a value that code sets may have more.
  public var maximumIntegerDigits: Int?
  /// The minimum number of digits of fraction when editing ends; zeros fill them up.
  public var minimumFractionDigits: Int
  /// True if zeros at the end of the fraction are dropped when editing ends, down to ``minimumFractionDigits``.
  public var dropsTrailingZeros: Bool
  /// True if digits fill the field from the right, as on a till: with ``maximumFractionDigits`` 2, which nil means here, the
  /// keys 1, 2 and 5 make 0.01, 0.12 and 1.25.
  public var fillsFromRight: Bool
  /// The maximum number of digits in all; nil sets no limit.
  public var maximumDigits: Int?
  /// True if a minus may be typed.
  public var allowsNegative: Bool
  /// The power of ten between the number shown and its value: -2 for percent.
  public var scale: Int
  /// The code of ISO 4217 of the amounts, for example `EUR`; a text that is pasted may name that currency.
  public var currencyCode: String?

  /// The texts before and behind the digits.
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
    maximumDigits: Int? = nil, allowsNegative: Bool = true, scale: Int = 0,
    maximumIntegerDigits: Int? = nil, minimumFractionDigits: Int = 0,
    dropsTrailingZeros: Bool = false, fillsFromRight: Bool = false
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
    self.maximumIntegerDigits = maximumIntegerDigits
    self.minimumFractionDigits = minimumFractionDigits
    self.dropsTrailingZeros = dropsTrailingZeros
    self.fillsFromRight = fillsFromRight
  }

  /// The same format with a negative number in parentheses instead of behind a minus: `(Rs. 12)`.
  public func withParentheses() -> IncrementalFormat {
    var format = self
    format.negativeAffixes = Affixes(prefix: "(" + affixes.prefix, suffix: affixes.suffix + ")")
    return format
  }
}
