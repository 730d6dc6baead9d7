import FieldHost
import Foundation
import KeystrokeWorkload
import ReformatCore

extension StrategyEntry {
  /// The floor: the text goes in as typed.
  public static let unformatted = StrategyEntry(
    "unformatted", values: publishedValues + exactValues, promise: .asTyped
  ) { configuration, phases in
    HeadlessField(strategy: Unformatted(), text: configuration.text, phases: phases)
  }

  /// Nothing while typing; parse and format when editing ends.
  public static let formatOnCommit = StrategyEntry(
    "format-on-commit", values: publishedValues + exactValues
  ) { configuration, phases in
    switch configuration.value {
    case .int:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.integerStyle), text: configuration.text,
        value: configuration.integer, phases: phases)
    case .double, .double2:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.doubleStyle), text: configuration.text,
        value: configuration.double, phases: phases)
    case .currency:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.currencyStyle), text: configuration.text,
        value: configuration.decimal, phases: phases)
    case .percent:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.percentStyle), text: configuration.text,
        value: configuration.decimal, phases: phases)
    default:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.decimalStyle), text: configuration.text,
        value: configuration.decimal, phases: phases)
    }
  }

  /// A delegate that filters edits, as published.
  public static let delegateFilter = StrategyEntry("delegate-filter") { configuration, phases in
    let rules = configuration.rules
    if configuration.value == .int {
      return HeadlessField(
        strategy: DelegateFilter(style: configuration.integerStyle, rules: rules),
        text: configuration.text, value: configuration.integer, phases: phases)
    }
    return HeadlessField(
      strategy: DelegateFilter(style: configuration.doubleStyle, rules: rules),
      text: configuration.text, value: configuration.double, phases: phases)
  }

  /// An onChange action that reformats the text, as published.
  public static let onChangeReformat = StrategyEntry("onchange-reformat") { configuration, phases in
    let rules = configuration.rules
    if configuration.value == .int {
      return HeadlessField(
        strategy: OnChangeReformat(
          style: configuration.integerStyle, rules: rules, text: configuration.text),
        text: configuration.text, value: configuration.integer, phases: phases)
    }
    return HeadlessField(
      strategy: OnChangeReformat(
        style: configuration.doubleStyle, rules: rules, text: configuration.text),
      text: configuration.text, value: configuration.double, phases: phases)
  }

  /// The incremental engine behind a delegate.
  public static let incrementalDelegate = StrategyEntry(
    "incremental-delegate", values: publishedValues + exactValues, takesGivenSymbols: true
  ) { configuration, phases in
    let format = configuration.incrementalFormat
    let text = configuration.text
    switch configuration.value {
    case .int:
      let strategy = IncrementalDelegate<Int>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    case .double, .double2:
      let strategy = IncrementalDelegate<Double>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    default:
      let strategy = IncrementalDelegate<Decimal>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    }
  }

  /// The incremental engine behind an onChange action.
  public static let incrementalOnChange = StrategyEntry(
    "incremental-onchange", values: publishedValues + exactValues, takesGivenSymbols: true
  ) { configuration, phases in
    let format = configuration.incrementalFormat
    let text = configuration.text
    switch configuration.value {
    case .int:
      let strategy = IncrementalOnChange<Int>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    case .double, .double2:
      let strategy = IncrementalOnChange<Double>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    default:
      let strategy = IncrementalOnChange<Decimal>(format: format, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    }
  }

  /// A formatter that judges each partial text, and formats when editing ends.
  public static let partialString = StrategyEntry(
    "partial-string", values: publishedValues + [.hex]
  ) { configuration, phases in
    switch configuration.value {
    case .hex:
      HeadlessField(
        strategy: PartialString(formatter: HexColorFormatter()), text: configuration.text,
        phases: phases)
    case .int:
      HeadlessField(
        strategy: PartialString(
          formatter: PartialNumberFormatter(
            style: configuration.integerStyle, symbols: configuration.symbols,
            allowsFraction: false)),
        text: configuration.text, value: configuration.integer, phases: phases)
    default:
      HeadlessField(
        strategy: PartialString(
          formatter: PartialNumberFormatter(
            style: configuration.doubleStyle, symbols: configuration.symbols,
            allowsFraction: true)),
        text: configuration.text, value: configuration.double, phases: phases)
    }
  }

  /// The kinds of value that are read exactly.
  private static let exactValues: [ValueKind] = [.decimal, .currency, .percent]
}
