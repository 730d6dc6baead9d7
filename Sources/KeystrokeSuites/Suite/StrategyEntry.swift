import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

/// A strategy as listed in a suite: its name, and the way to make a field with it.
///
/// ```swift
/// StrategyEntry("my-own", values: [.int]) { MyOwn() }
/// StrategyEntry("of-a-locale", values: [.int]) { configuration, phases in
///   HeadlessField(strategy: MyOwn(locale: configuration.locale), phases: phases)
/// }
/// ```
public struct StrategyEntry: Sendable {
  /// The name in the `strategy` column and in filters.
  public var name: String
  /// The kinds of value that it can hold.
  public var values: [ValueKind]
  /// The promise about the contents of the field; the oracle checks it.
  public var promise: Promise
  /// The promise about the caret; the oracle checks that too.
  public var caret: CaretPromise

  /// The metrics of its own that it reports; each cell has a figure of each, and 0 if nothing is reported.
  public var metrics: [OwnMetric]

  /// True if its fields write numbers by the symbols, prefix and suffix of their configuration, whatever the locale.
  public var takesGivenSymbols: Bool

  /// The kinds of value that the published strategies can hold.
  public static let publishedValues: [ValueKind] = [.int, .double, .double2, .double3]

  /// The type of the value, for a kind of the user's own; nil for a kind of this package.
  @usableFromInline var valueType: (any SendableMetatype.Type)?

  /// Asks a field for the type of the value that the rest of the app writes into it, or nil if nothing does; nil for a
  /// strategy whose type is known.
  package var writtenType: (@Sendable (FieldConfiguration) -> Any.Type?)?

  /// True if it is listed outside of this package, so that a report is about it first.
  package let isOwn: Bool

  /// Makes a fresh field.
  public let makeField: @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField

  /// Lists a strategy.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - values: the kinds of value that it can hold.
  ///   - promise: the promise about the contents of the field.
  ///   - caret: the promise about the caret while it is typed into.
  ///   - metrics: the metrics that it reports itself; see `PhaseMarker.count`.
  ///   - takesGivenSymbols: true if its fields write numbers by the symbols, prefix and suffix of their configuration;
  ///     otherwise edit cases are tried in a locale that writes numbers alike.
  ///   - origin: the file that lists it, behind its module: strategies of this package are ranked below your own.
  ///   - makeField: makes a fresh field, with the configuration's text in it.
  public init(
    _ name: String, values: [ValueKind] = Self.publishedValues, promise: Promise = .formatted,
    caret: CaretPromise = .follows, metrics: [OwnMetric] = [], takesGivenSymbols: Bool = false,
    origin: String = #fileID,
    makeField: @escaping @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField
  ) {
    self.name = name
    self.values = values
    self.promise = promise
    self.caret = caret
    self.metrics = metrics
    self.takesGivenSymbols = takesGivenSymbols
    isOwn = !["KeystrokeSuites/", "CombineSuites/"].contains(where: origin.hasPrefix)
    self.makeField = makeField
  }

  /// Lists a strategy whose fields need nothing of the configuration but the text that they begin with.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - values: the kinds of value that it holds.
  ///   - promise: the promise about the contents of the field.
  ///   - caret: the promise about the caret while it is typed into.
  ///   - metrics: the metrics that it reports itself; see `PhaseMarker.count`.
  ///   - origin: the file that lists it, behind its module.
  ///   - strategy: makes a fresh strategy.
  @inlinable
  public init<Strategy: ReformatStrategy & SendableMetatype>(
    _ name: String, values: [ValueKind], promise: Promise = .formatted,
    caret: CaretPromise = .follows, metrics: [OwnMetric] = [], origin: String = #fileID,
    strategy: @escaping @Sendable () -> Strategy
  ) where Strategy.Value: SendableMetatype {
    self.init(
      name, values: values, promise: promise, caret: caret, metrics: metrics, origin: origin
    ) { configuration, phases in
      HeadlessField(strategy: strategy(), text: configuration.text, phases: phases)
    }
  }

  /// Lists a strategy of a field with a rule of its own.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - kind: the kind of value that it holds.
  ///   - promise: the promise about the contents of the field.
  ///   - caret: the promise about the caret while it is typed into.
  ///   - metrics: the metrics that it reports itself; see `PhaseMarker.count`.
  ///   - origin: the file that lists it, behind its module.
  ///   - strategy: makes a fresh strategy.
  @inlinable
  public init<Strategy: ReformatStrategy & SendableMetatype>(
    _ name: String, of kind: OwnValueKind, promise: Promise = .formatted,
    caret: CaretPromise = .follows, metrics: [OwnMetric] = [], origin: String = #fileID,
    strategy: @escaping @Sendable () -> Strategy
  ) where Strategy.Value: SendableMetatype {
    self.init(
      name, values: [.own(kind)], promise: promise, caret: caret, metrics: metrics, origin: origin,
      strategy: strategy)
    valueType = Strategy.Value.self
  }

  /// True if another part of an app can write a value into its fields: one that leaves what was typed has no value, and
  /// some fields nothing writes.
  func takesWrites(of kind: ValueKind) -> Bool {
    guard promise != .asTyped, let writtenType else { return promise != .asTyped }
    return writtenType(FieldConfiguration(locale: Self.anyLocale, value: kind)) != nil
  }

  private static let anyLocale = "en_US_POSIX"

  /// The reason why no value of a kind can be written into its fields: their type is another one than that of the
  /// kind's rule; nil if they agree, or one is not known.
  func typeFault(of kind: ValueKind) -> String? {
    let held = writtenType.map { $0(FieldConfiguration(locale: Self.anyLocale, value: kind)) }
    guard let held = held ?? valueType.map({ $0 as Any.Type }) else { return nil }
    var builder = SessionBuilder(
      symbols: .of(Self.anyLocale), value: kind, length: kind.digitLimit ?? 1,
      random: SplitMix64(seed: DefaultSeed.value, "type"))
    let number = builder.another()
    let value = number.held(by: kind, in: Locale(identifier: Self.anyLocale))?.value
    return typeFault(held, value?.any, of: kind)
  }

  /// The same for the type of a field's value and a value that is written.
  func typeFault(_ held: Any.Type, _ written: Any?, of kind: ValueKind) -> String? {
    guard let written, type(of: written) != held else { return nil }
    return
      "\(name) holds \(held), and the value of the kind \(kind.rawValue) is \(type(of: written)), so no script can write it; "
      + (kind.own == nil
        ? "hold \(type(of: written))"
        : "let the rule give \(held), as .of(value) does for a type of your own")
      + ", or leave out the scripts that write: "
      + EditScript.allCases.filter(\.writes).map(\.rawValue).joined(separator: ", ")
  }

  /// The kind of value with that name, if the strategy can hold it: one that holds money holds that of any currency.
  func kind(named name: String) -> ValueKind? {
    values.first { $0.rawValue == name }
      ?? ValueKind(rawValue: name).flatMap { kind in
        values.contains(.currency) && kind.settings?.isPlainMoney == true ? kind : nil
      }
  }
}
