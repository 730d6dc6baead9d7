import Foundation
import Synchronization

extension LocaleSymbols {
  private static let cache = Mutex<[String: LocaleSymbols]>([:])

  /// The symbols of a locale, probed at the first call and kept.
  public static func of(_ locale: Locale) -> LocaleSymbols {
    let identifier = locale.identifier
    if let known = cache.withLock({ $0[identifier] }) { return known }
    let probed = probe(locale)
    cache.withLock { $0[identifier] = probed }
    return probed
  }

  /// The symbols of the locale with this identifier, probed at the first call and kept.
  public static func of(_ identifier: String) -> LocaleSymbols {
    of(Locale(identifier: identifier))
  }

  private static func probe(_ locale: Locale) -> LocaleSymbols {
    let grouped = IntegerFormatStyle<Int>(locale: locale)
    let plain = grouped.grouping(.never)
    let digits = (0...9).map { Character(plain.format($0)) }
    let negativePrefix = String(plain.format(-1).prefix { $0 != digits[1] })
    let half = FloatingPointFormatStyle<Double>(locale: locale).format(1.5)
    let groups = split(grouped.format(123_456_789_012), digits: digits)
    return LocaleSymbols(
      locale: locale.identifier,
      decimalSeparator: half.filter { !digits.contains($0) },
      groupingSeparator: groups.separator ?? locale.groupingSeparator ?? "",
      minus: negativePrefix.filter { !isBidiMark($0) },
      negativePrefix: negativePrefix,
      digits: digits,
      groupSizes: groupSizes(groups.runs),
      minimumGroupingDigits: minimumGroupingDigits(
        grouped, digits: digits, primary: groups.runs.last ?? 0, groups: groups.separator != nil))
  }

  /// The lengths of the runs of digits, in the order written, and what stands between two of them.
  private static func split(_ text: String, digits: [Character]) -> (
    runs: [Int], separator: String?
  ) {
    let runs = text.split { !digits.contains($0) }
    guard runs.count > 1 else { return (runs.map(\.count), nil) }
    return (runs.map(\.count), String(text[runs[0].endIndex..<runs[1].startIndex]))
  }

  /// From runs in the order written to sizes from the right; the leftmost run is cut short and says nothing.
  private static func groupSizes(_ runs: [Int]) -> [Int] {
    guard runs.count > 2, let primary = runs.last else { return [] }
    let secondary = runs[runs.count - 2]
    return secondary == primary ? [primary] : [primary, secondary]
  }

  private static func minimumGroupingDigits(
    _ style: IntegerFormatStyle<Int>, digits: [Character], primary: Int, groups: Bool
  ) -> Int {
    guard groups else { return 1 }
    var number = 1
    for _ in 0..<primary { number *= 10 }
    for minimum in 1...4 {
      if split(style.format(number), digits: digits).separator != nil { return minimum }
      number *= 10
    }
    return 1
  }
}
