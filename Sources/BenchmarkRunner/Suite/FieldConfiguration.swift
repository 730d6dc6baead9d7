import Foundation
import KeystrokeWorkload
import ReformatCore

/// How a field of a cell is to be set up.
public struct FieldConfiguration: Sendable {
  /// The locale of the cell.
  public var locale: Locale
  /// How that locale writes numbers.
  public var symbols: LocaleSymbols
  /// The kind of value of the cell.
  public var value: ValueKind
  /// The limit of the published strategies; so high that it never binds, unless a trace sets it.
  public var maximumLength: Int

  /// A limit that no cell of a matrix reaches.
  public static let unlimited = 1_000_000

  /// A configuration for a locale and a kind of value.
  public init(locale: String, value: ValueKind, maximumLength: Int = unlimited) {
    self.locale = Locale(identifier: locale)
    symbols = LocaleSymbols.of(locale)
    self.value = value
    self.maximumLength = maximumLength
  }

  /// The rules of the published strategies.
  public var rules: EditingRules {
    EditingRules(
      symbols: symbols, allowsFraction: value.allowsFraction, maximumLength: maximumLength)
  }

  /// Foundation's style for `int`.
  public var integerStyle: IntegerFormatStyle<Int> { IntegerFormatStyle(locale: locale) }

  /// Foundation's style for `double` and `double-2`.
  public var doubleStyle: FloatingPointFormatStyle<Double> {
    let style = FloatingPointFormatStyle<Double>(locale: locale)
    return value == .double2 ? style.precision(.fractionLength(0...2)) : style
  }

  /// Foundation's style for `decimal`.
  public var decimalStyle: Decimal.FormatStyle { Decimal.FormatStyle(locale: locale) }

  /// Foundation's style for `currency`.
  public var currencyStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(code: Oracle.currencyCode, locale: locale)
  }

  /// Foundation's style for `percent`.
  public var percentStyle: Decimal.FormatStyle.Percent {
    Decimal.FormatStyle.Percent(locale: locale)
  }

  /// How the incremental engine writes this kind of value.
  public var incrementalFormat: IncrementalFormat {
    switch value {
    case .int:
      var format = IncrementalFormat.number(locale)
      format.maximumFractionDigits = 0
      return format
    case .double2:
      var format = IncrementalFormat.number(locale)
      format.maximumFractionDigits = 2
      return format
    case .currency: return .currency(code: Oracle.currencyCode, locale: locale)
    case .percent: return .percent(locale)
    default: return .number(locale)
    }
  }
}
