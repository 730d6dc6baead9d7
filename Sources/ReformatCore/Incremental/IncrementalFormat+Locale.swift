import Foundation
import Synchronization

/// The formats of locales, each read once, since that takes a dozen calls of a formatter.
private let cache = Mutex<[String: IncrementalFormat]>([:])

extension IncrementalFormat {
  /// A plain number as a locale writes it.
  public static func number(_ locale: Locale) -> IncrementalFormat {
    cached("number", locale) {
      let style = Decimal.FormatStyle(locale: locale).precision(.fractionLength(0...1))
      return IncrementalFormat(written: style.format, scale: 0)
    }
  }

  /// An amount of money as a locale writes it, with as much fraction as the currency has.
  ///
  /// - Parameters:
  ///   - code: the currency's code of ISO 4217, for example `EUR`.
  ///   - locale: the locale, whose separators may be others for money than for numbers.
  ///   - isAccounting: true for a negative amount as the locale's accounts write it: in most of them in parentheses.
  /// - Returns: the format, read off an amount at the first call and kept.
  public static func currency(code: String, locale: Locale, isAccounting: Bool = false)
    -> IncrementalFormat
  {
    cached(isAccounting ? "accounting \(code)" : code, locale) {
      let style = Decimal.FormatStyle.Currency(code: code, locale: locale)
        .sign(strategy: isAccounting ? .accounting : .automatic)
      var format = IncrementalFormat(
        written: style.precision(.fractionLength(0...1)).format, scale: 0)
      format.maximumFractionDigits = NumberText(style.format(1)).fraction.count
      format.currencyCode = code
      return format
    }
  }

  /// A share in percent as a locale writes it: `12.5 %` has the value 0.125.
  public static func percent(_ locale: Locale) -> IncrementalFormat {
    cached("percent", locale) {
      let style = Decimal.FormatStyle.Percent(locale: locale).precision(.fractionLength(0...1))
      return IncrementalFormat(written: { style.format($0 / 100) }, scale: -2)
    }
  }

  private static func cached(
    _ kind: String, _ locale: Locale, read: () -> IncrementalFormat
  ) -> IncrementalFormat {
    let key = "\(kind) \(locale.identifier)"
    if let known = cache.withLock({ $0[key] }) { return known }
    let format = read()
    cache.withLock { $0[key] = format }
    return format
  }

  /// Reads the symbols off numbers that a style has written.
  private init(written: (Decimal) -> String, scale: Int) {
    let positive = NumberText(written(1))
    let negative = NumberText(written(-1))
    let long = NumberText(written(123_456_789_012))
    let sizes = Self.groupSizes(long.runs.map(\.count))
    self.init(
      decimalSeparator: NumberText(written(Decimal(15) / 10)).lastSeparator ?? ".",
      groupingSeparator: long.firstSeparator ?? "", groupSizes: sizes,
      minimumGroupingDigits: Self.minimumGroupingDigits(sizes.first, written: written),
      digits: (0...9).map { NumberText(written(Decimal($0))).digits[0] },
      affixes: Affixes(prefix: positive.prefix, suffix: positive.suffix), scale: scale)
    negativeAffixes = Affixes(prefix: negative.prefix, suffix: negative.suffix)
    minus = Self.minuses.first { (negative.prefix + negative.suffix).contains($0) } ?? minus
  }

  private static let minuses = ["-", "\u{2212}"]

  /// From runs in the order written to sizes from the right; the leftmost run is cut short and says nothing.
  private static func groupSizes(_ runs: [Int]) -> [Int] {
    guard runs.count > 2, let primary = runs.last else { return [] }
    let secondary = runs[runs.count - 2]
    return secondary == primary ? [primary] : [primary, secondary]
  }

  private static func minimumGroupingDigits(_ primary: Int?, written: (Decimal) -> String) -> Int {
    guard let primary else { return 1 }
    var number = (0..<primary).reduce(Decimal(1)) { product, _ in product * 10 }
    for minimum in 1...4 {
      if NumberText(written(number)).firstSeparator != nil { return minimum }
      number *= 10
    }
    return 1
  }
}

/// A written number, taken apart: the texts before, between and behind its digits.
private struct NumberText {
  let prefix: String
  let suffix: String
  let runs: [Substring]
  let separators: [String]

  init(_ text: String) {
    let isDigit = { (character: Character) in character.wholeNumberValue != nil }
    runs = text.split { !isDigit($0) }
    prefix = String(text.prefix { !isDigit($0) })
    suffix = runs.last.map { String(text[$0.endIndex...]) } ?? ""
    separators = zip(runs, runs.dropFirst()).map { String(text[$0.endIndex..<$1.startIndex]) }
  }

  var digits: [Character] { runs.flatMap { $0 } }
  var firstSeparator: String? { separators.first }
  var lastSeparator: String? { separators.last }
  /// The digits behind the last separator of a number below ten.
  var fraction: Substring { runs.count > 1 ? runs[runs.count - 1] : "" }
}
