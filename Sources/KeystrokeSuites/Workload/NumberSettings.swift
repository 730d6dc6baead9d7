import Foundation
import ReformatCore

/// A kind of number with settings: what a field takes of the keys, and what it shows of the number when editing ends.
///
/// The rules here are the oracle's, plain ones about digits in a text; the engine is set up with the same settings, and
/// has its own.
public struct NumberSettings: Hashable, Sendable {
  /// The name in the `value` column and in filters.
  public let name: String
  /// The currency of an amount, by its code of ISO 4217; nil for a plain number.
  public var currency: String?
  /// True if a negative amount is written as the locale's accounts write it.
  public var isAccounting = false
  /// The most digits before the decimal separator; nil for no limit.
  public var maximumIntegerDigits: Int?
  /// The most digits behind the decimal separator; nil for no limit.
  public var maximumFractionDigits: Int?
  /// The digits of fraction that zeros are added to when editing ends.
  public var minimumFractionDigits = 0
  /// True if zeros at the end of the fraction are dropped when editing ends.
  public var dropsTrailingZeros = false
  /// True if digits fill the field from the right, as on a till; no separator is typed.
  public var fillsFromRight = false
  /// The symbols that the user gives instead of the locale's; nil for the locale's.
  public var symbols: LocaleSymbols?
}

extension NumberSettings {
  /// The settings with a name of their own; any other currency has one, too, such as `currency-CHF`.
  static let named: [NumberSettings] =
    ["JPY", "KWD"].compactMap { NumberSettings(currency: $0) } + [
      NumberSettings(
        name: "currency-accounting", currency: Oracle.currencyCode, isAccounting: true,
        maximumFractionDigits: 2),
      NumberSettings(
        name: "till", currency: Oracle.currencyCode, maximumFractionDigits: 2, fillsFromRight: true),
      NumberSettings(name: "decimal-fixed", maximumFractionDigits: 2, minimumFractionDigits: 2),
      NumberSettings(name: "decimal-trimmed", dropsTrailingZeros: true),
      NumberSettings(name: "decimal-limited", maximumIntegerDigits: 6, maximumFractionDigits: 2),
      NumberSettings(name: "decimal-given", symbols: given),
    ]

  /// An interpunct, thin spaces and the digits of Devanagari: no locale writes so.
  private static let given = LocaleSymbols(
    locale: "", decimalSeparator: "\u{B7}", groupingSeparator: "\u{2009}", minus: "-",
    negativePrefix: "-", digits: Array("०१२३४५६७८९"), groupSizes: [3], minimumGroupingDigits: 1)

  /// Amounts in a currency, with its digits of fraction; nil if ISO 4217 has no such code.
  init?(currency code: String) {
    guard Locale.Currency.isoCurrencies.contains(where: { $0.identifier == code }) else {
      return nil
    }
    let one = Decimal.FormatStyle.Currency(code: code, locale: Locale(identifier: "en_US_POSIX"))
      .format(1)
    self.init(
      name: "currency-\(code)", currency: code,
      maximumFractionDigits: max(0, one.count(where: \.isNumber) - 1))
  }

  /// True for an amount of money with no other setting than its currency.
  var isPlainMoney: Bool { currency.flatMap { NumberSettings(currency: $0) } == self }

  /// The settings with that name; nil if there are none.
  static func named(_ name: String) -> NumberSettings? {
    if let settings = named.first(where: { $0.name == name }) { return settings }
    let code = name.trimmingPrefix("currency-")
    return code.count < name.count ? NumberSettings(currency: String(code)) : nil
  }

  /// The number that a field shows for the digits of `entered`: those of a till are its fraction first.
  func shown(_ entered: MeantNumber) -> MeantNumber {
    guard fillsFromRight, !entered.integer.isEmpty else { return entered }
    let digits = entered.integer.drop { $0 == "0" }
    let behind = maximumFractionDigits ?? 0
    let padded = String(repeating: "0", count: max(0, behind + 1 - digits.count)) + digits
    return MeantNumber(
      isNegative: entered.isNegative, integer: String(padded.dropLast(behind)),
      fraction: String(padded.suffix(behind)))
  }

  /// The digits that are typed into a field to have it show a number.
  func entered(_ shown: MeantNumber) -> MeantNumber {
    guard fillsFromRight, shown.hasDigits else { return shown }
    let behind = maximumFractionDigits ?? 0
    let fraction = (shown.fraction ?? "").prefix(behind)
    let zeros = String(repeating: "0", count: behind - fraction.count)
    let digits = (shown.integer + fraction + zeros).drop { $0 == "0" }
    return MeantNumber(
      isNegative: shown.isNegative, integer: digits.isEmpty ? "0" : String(digits))
  }

  /// The number that a field shows when editing has ended.
  func settled(_ entered: MeantNumber) -> MeantNumber {
    if fillsFromRight { return shown(entered).completed }
    var settled = entered.completed
    var fraction = settled.fraction ?? ""
    while dropsTrailingZeros, fraction.last == "0" { fraction.removeLast() }
    while fraction.count < minimumFractionDigits { fraction += "0" }
    settled.fraction = fraction.isEmpty ? nil : fraction
    return settled
  }

  /// Sets an engine's format up with these settings; its symbols are left alone.
  func apply(to format: inout IncrementalFormat) {
    format.maximumIntegerDigits = maximumIntegerDigits
    format.maximumFractionDigits = maximumFractionDigits ?? format.maximumFractionDigits
    format.minimumFractionDigits = minimumFractionDigits
    format.dropsTrailingZeros = dropsTrailingZeros
    format.fillsFromRight = fillsFromRight
  }
}

extension ValueKind {
  /// The settings of a number that has some; else nil.
  var settings: NumberSettings? { if case .number(let settings) = self { settings } else { nil } }

  /// The currency of an amount; nil for any other kind.
  var currencyCode: String? { self == .currency ? Oracle.currencyCode : settings?.currency }

  /// True if digits fill the field from the right, so that the caret is always at the end.
  var fillsFromRight: Bool { settings?.fillsFromRight ?? false }

  /// The most digits before the decimal separator; nil for no limit.
  var integerLimit: Int? { settings?.maximumIntegerDigits ?? digitLimit }

  /// The most digits behind the decimal separator.
  var fractionLimit: Int {
    switch self {
    case .double2, .currency: 2
    case .double3: 3
    default: settings?.maximumFractionDigits ?? .max
    }
  }

  /// True if a number has as much fraction as the kind takes, so that another digit at its end is refused.
  func isFull(_ number: MeantNumber) -> Bool {
    settings?.maximumIntegerDigits != nil && number.fraction?.count == fractionLimit
  }

  /// The number that is shown while these digits are typed; see ``NumberSettings/shown(_:)``.
  func shown(_ entered: MeantNumber) -> MeantNumber { settings?.shown(entered) ?? entered }

  /// The digits that are typed for a number.
  func entered(_ shown: MeantNumber) -> MeantNumber { settings?.entered(shown) ?? shown }

  /// The number that is shown when editing has ended.
  func settled(_ entered: MeantNumber) -> MeantNumber {
    settings?.settled(entered) ?? completed(entered)
  }

  /// The digits that are left of those that were typed; all of a colour or a card number count.
  func completed(_ entered: MeantNumber) -> MeantNumber {
    self == .hex || own != nil || !entered.hasDigits ? entered : entered.completed
  }
}
