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

  /// How the field writes numbers where that is given rather than the locale's, as in an edit case; else nil.
  public var given: NumberStyle?
  /// What stands in the field at first, with the caret behind it.
  public var text = ""
  /// How the incremental engine writes this kind of value.
  public var incrementalFormat: IncrementalFormat

  /// A limit that no cell of a matrix reaches.
  public static let unlimited = 1_000_000

  /// A configuration for a locale and a kind of value.
  public init(locale: String, value: ValueKind, maximumLength: Int = unlimited) {
    self.locale = Locale(identifier: locale)
    symbols = LocaleSymbols.of(locale)
    self.value = value
    self.maximumLength = maximumLength
    incrementalFormat = .of(value, self.locale)
  }

  /// A configuration for an edit case: the text before the edit, and a locale that writes numbers as the case does,
  /// or nil to write them by the case's own symbols.
  public init(_ editCase: EditCase, value: ValueKind, locale: String?) {
    self.init(locale: locale ?? "en_US_POSIX", value: value)
    if locale == nil { symbols = editCase.style.symbols }
    given = editCase.style
    text = editCase.before
    incrementalFormat = IncrementalFormat(editCase.style)
  }

  /// The rules of the published strategies.
  public var rules: EditingRules {
    EditingRules(
      symbols: symbols, allowsFraction: value.allowsFraction,
      allowsNegative: given?.allowsNegative ?? true,
      maximumLength: maximumLength)
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

  /// What ``text`` stands for at first, read by ``integerStyle``; nil where it is empty or no number.
  public var integer: Int? { read(integerStyle) }

  /// What ``text`` stands for at first, read by ``doubleStyle``; nil where it is empty or no number.
  public var double: Double? { read(doubleStyle) }

  /// What ``text`` stands for at first, read by the style of the kind of value; nil where it is empty or no number.
  public var decimal: Decimal? {
    switch value {
    case .currency: read(currencyStyle)
    case .percent: read(percentStyle)
    default: read(decimalStyle)
    }
  }

  private func read<Style: ParseableFormatStyle>(_ style: Style) -> Style.FormatInput?
  where Style.FormatOutput == String {
    text.isEmpty ? nil : try? style.parseStrategy.parse(text)
  }
}

extension IncrementalFormat {
  /// How a locale writes a kind of value.
  fileprivate static func of(_ value: ValueKind, _ locale: Locale) -> IncrementalFormat {
    switch value {
    case .int: number(locale, maximumFraction: 0)
    case .double2: number(locale, maximumFraction: 2)
    case .currency: currency(code: Oracle.currencyCode, locale: locale)
    case .percent: percent(locale)
    default: number(locale)
    }
  }

  private static func number(_ locale: Locale, maximumFraction: Int) -> IncrementalFormat {
    var format = number(locale)
    format.maximumFractionDigits = maximumFraction
    return format
  }

  /// The style of an edit case.
  fileprivate init(_ style: NumberStyle) {
    let symbols = style.symbols
    self.init(
      decimalSeparator: symbols.decimalSeparator, groupingSeparator: symbols.groupingSeparator,
      groupSizes: symbols.groupSizes,
      affixes: Affixes(prefix: style.prefix, suffix: style.suffix),
      maximumFractionDigits: style.maximumFraction, allowsNegative: style.allowsNegative)
  }
}
