import FieldHost
import Foundation
import KeystrokeWorkload
import ReformatCore

/// A strategy as a suite lists it: its name, and how a field with it is made.
///
/// ```swift
/// StrategyEntry("my-own", values: [.int]) { configuration, phases in
///   HeadlessField(strategy: MyOwn(locale: configuration.locale), phases: phases)
/// }
/// ```
public struct StrategyEntry: Sendable {
  /// The name in the `strategy` column and in filters.
  public var name: String
  /// The kinds of value that it can hold.
  public var values: [ValueKind]
  /// What it promises to leave in the field; the oracle checks that.
  public var promise: Promise

  let makeField: @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField

  /// Lists a strategy.
  ///
  /// - Parameters:
  ///   - name: without a `/`.
  ///   - values: the kinds of value that it can hold.
  ///   - promise: what it promises to leave in the field.
  ///   - makeField: makes a fresh field.
  public init(
    _ name: String, values: [ValueKind] = ValueKind.allCases, promise: Promise = .formatted,
    makeField: @escaping @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField
  ) {
    self.name = name
    self.values = values
    self.promise = promise
    self.makeField = makeField
  }
}

extension StrategyEntry {
  /// The floor: the text goes in as typed.
  public static let unformatted = StrategyEntry("unformatted", promise: .asTyped) { _, phases in
    HeadlessField(strategy: Unformatted(), phases: phases)
  }

  /// Nothing while typing; parse and format when editing ends.
  public static let formatOnCommit = StrategyEntry("format-on-commit") { configuration, phases in
    switch configuration.value {
    case .int:
      HeadlessField(strategy: FormatOnCommit(style: configuration.integerStyle), phases: phases)
    case .double, .double2:
      HeadlessField(strategy: FormatOnCommit(style: configuration.doubleStyle), phases: phases)
    }
  }

  /// A delegate that filters edits, as published.
  public static let delegateFilter = StrategyEntry("delegate-filter") { configuration, phases in
    let rules = configuration.rules
    return switch configuration.value {
    case .int:
      HeadlessField(
        strategy: DelegateFilter(style: configuration.integerStyle, rules: rules), phases: phases)
    case .double, .double2:
      HeadlessField(
        strategy: DelegateFilter(style: configuration.doubleStyle, rules: rules), phases: phases)
    }
  }

  /// An onChange action that reformats the text, as published.
  public static let onChangeReformat = StrategyEntry("onchange-reformat") { configuration, phases in
    let rules = configuration.rules
    return switch configuration.value {
    case .int:
      HeadlessField(
        strategy: OnChangeReformat(style: configuration.integerStyle, rules: rules), phases: phases)
    case .double, .double2:
      HeadlessField(
        strategy: OnChangeReformat(style: configuration.doubleStyle, rules: rules), phases: phases)
    }
  }
}
