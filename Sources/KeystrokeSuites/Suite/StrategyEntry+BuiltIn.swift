import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

extension StrategyEntry {
  /// The minimum: the text goes in as typed.
  public static let unformatted = StrategyEntry(
    "unformatted", values: publishedValues + exactValues, promise: .asTyped
  ) { configuration, phases in
    HeadlessField(strategy: Unformatted(), text: configuration.text, phases: phases)
  }

  /// A field that does nothing while typing, and parses and formats when editing ends; for colours as published.
  public static let formatOnCommit = StrategyEntry(
    "format-on-commit", values: publishedValues + exactValues + styledValues + [.hex],
    promise: .formattedAtEnd
  ) { configuration, phases in
    switch configuration.value {
    case .int:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.integerStyle), text: configuration.text,
        value: configuration.integer, phases: phases)
    case .hex:
      HeadlessField(
        strategy: FormatterOnCommit(formatter: HexColorFormatter()), text: configuration.text,
        phases: phases)
    case .double, .double2, .double3:
      HeadlessField(
        strategy: FormatOnCommit(style: configuration.doubleStyle), text: configuration.text,
        value: configuration.double, phases: phases)
    case _ where configuration.value.currencyCode != nil:
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
  public static let delegateFilter = delegate("delegate-filter") {
    DelegateFilter(style: $0.integerStyle, rules: $0.publishedRules)
  } double: {
    DelegateFilter(style: $0.doubleStyle, rules: $0.publishedRules)
  }

  /// The same without scanning any text twice.
  public static let delegateFilterLean = delegate("delegate-filter-lean") {
    LeanDelegateFilter(style: $0.integerStyle, rules: $0.leanRules)
  } double: {
    LeanDelegateFilter(style: $0.doubleStyle, rules: $0.leanRules)
  }

  /// A delegate that is nil: the field formats at each change and filters nothing.
  public static let delegateNone = delegate("delegate-none") {
    DelegateNone(style: $0.integerStyle)
  } double: {
    DelegateNone(style: $0.doubleStyle)
  }

  /// A strategy of two types, for the two kinds of value that were published.
  private static func delegate<
    OfInteger: ReformatStrategy<Int> & SendableMetatype,
    OfDouble: ReformatStrategy<Double> & SendableMetatype
  >(
    _ name: String, integer: @escaping @Sendable (FieldConfiguration) -> OfInteger,
    double: @escaping @Sendable (FieldConfiguration) -> OfDouble
  ) -> StrategyEntry {
    StrategyEntry(name) { configuration, phases in
      configuration.value == .int
        ? HeadlessField(
          strategy: integer(configuration), text: configuration.text, value: configuration.integer,
          isInRange: configuration.isInRange, phases: phases)
        : HeadlessField(
          strategy: double(configuration), text: configuration.text, value: configuration.double,
          isInRange: configuration.isInRange, phases: phases)
    }
  }

  /// The incremental engine behind a delegate.
  public static let incrementalDelegate = StrategyEntry(
    "incremental-delegate", values: publishedValues + exactValues + ValueKind.withSettings,
    takesGivenSymbols: true
  ) { configuration, phases in
    func field<Value: IncrementalValue>(_ type: Value.Type) -> HeadlessField {
      let text = configuration.text
      let strategy = IncrementalDelegate<Value>(
        format: configuration.incrementalFormat, text: text)
      return HeadlessField(strategy: strategy, text: text, value: strategy.value, phases: phases)
    }
    return switch configuration.value {
    case .int: field(Int.self)
    case .double, .double2, .double3: field(Double.self)
    default: field(Decimal.self)
    }
  }

  /// The incremental engine behind an onChange action.
  ///
  /// - Parameters:
  ///   - usesSelection: true for a field that tells its selection.
  ///   - boundText: makes the published text that a field is bound to; by default one whose writes cost nothing.
  /// - Returns: the entry.
  public static func incrementalOnChange(
    usesSelection: Bool = false,
    boundText: @escaping @Sendable (String) -> (any AnnouncedText)? = { _ in nil }
  ) -> StrategyEntry {
    StrategyEntry(
      "incremental-onchange" + (usesSelection ? "-selection" : ""),
      values: publishedValues + exactValues + ValueKind.withSettings,
      caret: usesSelection ? .follows : .followsTexts, takesGivenSymbols: true
    ) { configuration, phases in
      func field<Value: IncrementalValue>(_ type: Value.Type) -> HeadlessField {
        let text = configuration.text
        let strategy = IncrementalOnChange<Value>(
          format: configuration.incrementalFormat, text: text, usesSelection: usesSelection)
        return HeadlessField(
          strategy: strategy, text: text, value: strategy.value, boundText: boundText(text),
          phases: phases)
      }
      return switch configuration.value {
      case .int: field(Int.self)
      case .double, .double2, .double3: field(Double.self)
      default: field(Decimal.self)
      }
    }
  }

  /// A formatter that judges each partial text, and formats when editing ends.
  public static let partialString = StrategyEntry(
    "partial-string", values: publishedValues + [.hex], promise: .formattedAtEnd
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

  /// The kinds with settings that a style of Foundation writes, besides other currencies.
  private static let styledValues = ["currency-accounting", "decimal-fixed"].compactMap {
    ValueKind(rawValue: $0)
  }

  /// The kinds of value that are read exactly.
  private static let exactValues: [ValueKind] = [.decimal, .currency, .percent]
}
