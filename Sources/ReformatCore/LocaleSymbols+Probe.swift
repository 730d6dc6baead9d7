import Foundation
import Synchronization

extension LocaleSymbols {
  private static let cache = Mutex<[String: LocaleSymbols]>([:])

  /// The symbols of a locale, read off formatted numbers at the first call and kept.
  public static func of(_ locale: Locale) -> LocaleSymbols {
    let identifier = locale.identifier
    if let known = cache.withLock({ $0[identifier] }) { return known }
    let symbols = LocaleSymbols(.number(locale), locale: locale)
    cache.withLock { $0[identifier] = symbols }
    return symbols
  }

  /// The symbols of the locale with this identifier, read at the first call and kept.
  public static func of(_ identifier: String) -> LocaleSymbols {
    of(Locale(identifier: identifier))
  }

  /// The symbols of plain numbers; the separator of a locale that does not group is the one it would group with.
  private init(_ format: IncrementalFormat, locale: Locale) {
    let separator = format.groupingSeparator
    self.init(
      locale: locale.identifier, decimalSeparator: format.decimalSeparator,
      groupingSeparator: separator.isEmpty ? locale.groupingSeparator ?? "" : separator,
      minus: format.minus, negativePrefix: format.negativeAffixes.prefix, digits: format.digits,
      groupSizes: format.groupSizes, minimumGroupingDigits: format.minimumGroupingDigits)
  }
}
