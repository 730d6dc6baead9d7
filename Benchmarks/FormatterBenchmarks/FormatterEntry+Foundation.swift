import BenchmarkWorker
import Foundation
import KeystrokeSuites

extension FormatterEntry {
  /// All of Foundation's formatters: the format styles of three types, and `NumberFormatter`, each in both directions.
  public static let foundation: [FormatterEntry] = [
    integerFormat, integerParse, floatingPointFormat, floatingPointParse, decimalFormat,
    decimalParse, numberFormatterFormat, numberFormatterParse,
  ]

  /// `IntegerFormatStyle.format`.
  public static let integerFormat = FormatterEntry("integer-format", values: [.int]) {
    locale, number, _ in
    let style = IntegerFormatStyle<Int>(locale: locale)
    return FormatterCall { style.format(number.int) }
  }

  /// The parse strategy of `IntegerFormatStyle`.
  public static let integerParse = FormatterEntry("integer-parse", values: [.int]) {
    locale, number, _ in
    let strategy = IntegerFormatStyle<Int>(locale: locale).parseStrategy
    return FormatterCall(parse: { try? strategy.parse(number.text) }, plain: { "\($0)" })
  }

  /// `FloatingPointFormatStyle.format`.
  public static let floatingPointFormat = FormatterEntry("floating-point-format", values: [.double])
  { locale, number, _ in
    let style = FloatingPointFormatStyle<Double>(locale: locale)
    return FormatterCall { style.format(number.double) }
  }

  /// The parse strategy of `FloatingPointFormatStyle`.
  public static let floatingPointParse = FormatterEntry("floating-point-parse", values: [.double]) {
    locale, number, _ in
    let strategy = FloatingPointFormatStyle<Double>(locale: locale).parseStrategy
    return FormatterCall(parse: { try? strategy.parse(number.text) }, plain: { "\($0)" })
  }

  /// `Decimal.FormatStyle.format`.
  public static let decimalFormat = FormatterEntry("decimal-format", values: [.decimal]) {
    locale, number, _ in
    let style = Decimal.FormatStyle(locale: locale)
    return FormatterCall { style.format(number.decimal) }
  }

  /// The parse strategy of `Decimal.FormatStyle`.
  public static let decimalParse = FormatterEntry("decimal-parse", values: [.decimal]) {
    locale, number, _ in
    let strategy = Decimal.FormatStyle(locale: locale).parseStrategy
    return FormatterCall(parse: { try? strategy.parse(number.text) }, plain: { "\($0)" })
  }

  /// `NumberFormatter.string(from:)`; the number is boxed beforehand.
  public static let numberFormatterFormat = FormatterEntry(
    "number-formatter-format", values: [.int, .double]
  ) { locale, number, kind in
    let formatter = numberFormatter(locale)
    let boxed = kind == .int ? NSNumber(value: number.int) : NSNumber(value: number.double)
    return FormatterCall { formatter.string(from: boxed) }
  }

  /// `NumberFormatter.number(from:)`.
  public static let numberFormatterParse = FormatterEntry(
    "number-formatter-parse", values: [.int, .double]
  ) { locale, number, kind in
    let formatter = numberFormatter(locale)
    return FormatterCall(
      parse: { formatter.number(from: number.text) },
      plain: { kind == .int ? "\($0.intValue)" : "\($0.doubleValue)" })
  }

  private static func numberFormatter(_ locale: Locale) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = .decimal
    return formatter
  }
}
