import BenchmarkModel
import ReformatCore

extension NumberStyle {
  /// The symbols, with ASCII digits and the ASCII minus; they belong to no locale.
  public var symbols: LocaleSymbols {
    LocaleSymbols(
      locale: "", decimalSeparator: decimalSeparator, groupingSeparator: groupingSeparator ?? "",
      minus: "-", negativePrefix: "-", digits: Array("0123456789"),
      groupSizes: groupingSeparator == nil ? [] : groupSizes ?? [], minimumGroupingDigits: 1)
  }

  /// True if a locale writes numbers in this style, apart from prefix and suffix.
  public func matches(_ other: LocaleSymbols) -> Bool {
    let own = symbols
    let groups = own.groupSizes.isEmpty || own.groupingSeparator == other.groupingSeparator
    return groups && own.decimalSeparator == other.decimalSeparator && own.digits == other.digits
      && own.negativePrefix == other.negativePrefix && own.groupSizes == other.groupSizes
      && own.minimumGroupingDigits == other.minimumGroupingDigits
  }
}
