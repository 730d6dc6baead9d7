import Foundation
import Synchronization

extension LocaleSymbols {
  private static let cache = Mutex<[String: LocaleSymbols]>([:])

  /// The symbols of a locale, found from formatted numbers at the first call and cached.
  public static func of(_ locale: Locale) -> LocaleSymbols {
    let identifier = locale.identifier
    if let known = cache.withLock({ $0[identifier] }) { return known }
    let symbols = LocaleSymbols(.number(locale), locale: locale)
    cache.withLock { $0[identifier] = symbols }
    return symbols
  }

  /// The symbols of the locale with this identifier, found at the first call and cached.
  public static func of(_ identifier: String) -> LocaleSymbols {
    of(Locale(identifier: identifier))
  }

  /// Makes the symbols of plain numbers; if the locale does not group, the grouping separator is the one it would use.
  private init(_ format: IncrementalFormat, locale: Locale) {
    let separator = format.groupingSeparator
    self.init(
      locale: locale.identifier, decimalSeparator: format.decimalSeparator,
      groupingSeparator: separator.isEmpty ? locale.groupingSeparator ?? "" : separator,
      minus: format.minus, negativePrefix: format.negativeAffixes.prefix, digits: format.digits,
      groupSizes: format.groupSizes, minimumGroupingDigits: format.minimumGroupingDigits)
  }
}
