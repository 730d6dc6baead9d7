import BenchmarkModel
import Foundation
import ReformatCore

/// The settings of a field of a cell.
public struct FieldConfiguration: Sendable {
  /// The locale of the cell.
  public var locale: Locale
  /// The symbols with which that locale writes numbers.
  public var symbols: LocaleSymbols
  /// The kind of value of the cell.
  public var value: ValueKind
  /// The limit of the published strategies; too high to matter, unless a trace sets it.
  public var maximumLength = Int.max
  /// True if a minus may be typed.
  public var allowsNegative = true
  /// The range of values for which the field shows no error; nil if every value is valid.
  public var range: ClosedRange<Double>?

  /// The symbols to write numbers with, if an edit case gives them; otherwise nil.
  public var given: NumberStyle?
  /// The text in the field at first, with the caret at its end.
  public var text = ""
  /// The format in which the incremental engine writes this kind of value.
  public var incrementalFormat: IncrementalFormat

  /// Makes a configuration for a locale and a kind of value.
  public init(locale: String, value: ValueKind) {
    self.locale = Locale(identifier: locale)
    symbols = LocaleSymbols.of(locale)
    self.value = value
    incrementalFormat = .of(value, self.locale)
  }

  /// The same configuration with the settings of a trace.
  package func with(_ trace: Trace) -> FieldConfiguration {
    var configuration = self
    configuration.maximumLength = trace.maximumLength ?? .max
    configuration.allowsNegative = trace.allowsNegative
    configuration.range = trace.range
    configuration.text = trace.before
    return configuration
  }

  /// Makes a configuration for an edit case.
  ///
  /// It has the text before the first step, and the case's locale, or another one that writes numbers like the case, or
  /// nil to write them by the case's own symbols.
  public init(_ editCase: EditCase, value: ValueKind, locale: String?) {
    self.init(locale: locale ?? "en_US_POSIX", value: value)
    if let style = editCase.symbols {
      if locale == nil { symbols = style.symbols }
      given = style
      incrementalFormat = IncrementalFormat(style)
      value.settings?.apply(to: &incrementalFormat)
    }
    incrementalFormat.allowsNegative = editCase.allowsNegative
    allowsNegative = editCase.allowsNegative
    maximumLength = editCase.maximumLength ?? .max
    range = editCase.range
    text = editCase.before
  }

  /// The rules of the published strategies, checked as published.
  public var publishedRules: PublishedRules {
    PublishedRules(
      locale: locale, allowsFraction: value.allowsFraction, allowsNegative: allowsNegative,
      maximumLength: maximumLength)
  }

  /// The same rules, checked character by character.
  public var leanRules: EditingRules {
    EditingRules(
      symbols: symbols, allowsFraction: value.allowsFraction, allowsNegative: allowsNegative,
      maximumLength: maximumLength)
  }

  /// True if a value is shown as valid.
  public func isInRange(_ value: Int) -> Bool { range?.contains(Double(value)) ?? true }

  /// True if a value is shown as valid.
  public func isInRange(_ value: Double) -> Bool { range?.contains(value) ?? true }

  /// Foundation's style for `int`.
  public var integerStyle: IntegerFormatStyle<Int> { IntegerFormatStyle(locale: locale) }

  /// Foundation's style for `double`, and with a limit of the fraction for `double-2` and `double-3`.
  public var doubleStyle: FloatingPointFormatStyle<Double> {
    let style = FloatingPointFormatStyle<Double>(locale: locale)
    return switch value {
    case .double2: style.precision(.fractionLength(0...2))
    case .double3: style.precision(.fractionLength(0...3)).rounded(rule: .towardZero)
    default: style
    }
  }

  /// Foundation's style for `decimal`, and with as many digits of fraction for `decimal-fixed`.
  public var decimalStyle: Decimal.FormatStyle {
    let style = Decimal.FormatStyle(locale: locale)
    guard let settings = value.settings, settings.minimumFractionDigits > 0 else { return style }
    return style.precision(.fractionLength(settings.minimumFractionDigits))
  }

  /// Foundation's style for `currency`, and for other currencies and accounts.
  public var currencyStyle: Decimal.FormatStyle.Currency {
    Decimal.FormatStyle.Currency(
      code: value.currencyCode ?? Oracle.currencyCode, locale: locale
    ).sign(strategy: value.settings?.isAccounting == true ? .accounting : .automatic)
  }

  /// Foundation's style for `percent`.
  public var percentStyle: Decimal.FormatStyle.Percent {
    Decimal.FormatStyle.Percent(locale: locale)
  }

  /// The value of ``text`` at first, read by ``integerStyle``; nil if it is empty or no number.
  public var integer: Int? { read(integerStyle) }

  /// The value of ``text`` at first, read by ``doubleStyle``; nil if it is empty or no number.
  public var double: Double? { read(doubleStyle) }

  /// The value of ``text`` at first, read by the style of the kind of value; nil if it is empty or no number.
  public var decimal: Decimal? {
    if value.currencyCode != nil { return read(currencyStyle) }
    return value == .percent ? read(percentStyle) : read(decimalStyle)
  }

  private func read<Style: ParseableFormatStyle>(_ style: Style) -> Style.FormatInput?
  where Style.FormatOutput == String {
    text.isEmpty ? nil : try? style.parseStrategy.parse(text)
  }
}

extension IncrementalFormat {
  /// The format in which a locale writes a kind of value.
  fileprivate static func of(_ value: ValueKind, _ locale: Locale) -> IncrementalFormat {
    switch value {
    case .int: number(locale, maximumFraction: 0)
    case .double2: number(locale, maximumFraction: 2)
    case .double3: number(locale, maximumFraction: 3)
    case .currency: currency(code: Oracle.currencyCode, locale: locale)
    case .percent: percent(locale)
    case .number(let settings): of(settings, locale)
    default: number(locale)
    }
  }

  private static func of(_ settings: NumberSettings, _ locale: Locale) -> IncrementalFormat {
    var format =
      if let code = settings.currency {
        currency(code: code, locale: locale, isAccounting: settings.isAccounting)
      } else if let symbols = settings.symbols {
        IncrementalFormat(
          decimalSeparator: symbols.decimalSeparator, groupingSeparator: symbols.groupingSeparator,
          groupSizes: symbols.groupSizes, minimumGroupingDigits: symbols.minimumGroupingDigits,
          digits: symbols.digits, minus: symbols.minus)
      } else {
        number(locale)
      }
    settings.apply(to: &format)
    return format
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
