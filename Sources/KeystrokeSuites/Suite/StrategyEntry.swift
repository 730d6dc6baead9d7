import BenchmarkModel
import BenchmarkWorker
import FieldHost
import Foundation
import ReformatCore

/// A strategy as listed in a suite: its name, and the way to make a field with it.
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
  /// The promise about the contents of the field; the oracle checks it.
  public var promise: Promise
  /// The promise about the caret; the oracle checks that too.
  public var caret: CaretPromise

  /// True if its fields write numbers by the symbols, prefix and suffix of their configuration, whatever the locale.
  public var takesGivenSymbols: Bool

  /// The kinds of value that the published strategies can hold.
  public static let publishedValues: [ValueKind] = [.int, .double, .double2, .double3]

  /// The type of the value, for a kind of the user's own; nil for a kind of this package.
  @usableFromInline var valueType: (any SendableMetatype.Type)?

  /// Asks a field if the rest of the app can write a value into it; nil if any value of the kind can be written.
  package var acceptsWrite: (@Sendable (Any, FieldConfiguration) -> Bool)?

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
  ///   - takesGivenSymbols: true if its fields write numbers by the symbols, prefix and suffix of their configuration;
  ///     otherwise edit cases are tried in a locale that writes numbers alike.
  ///   - origin: the file that lists it, behind its module: strategies of this package are ranked below your own.
  ///   - makeField: makes a fresh field, with the configuration's text in it.
  public init(
    _ name: String, values: [ValueKind] = Self.publishedValues, promise: Promise = .formatted,
    caret: CaretPromise = .follows, takesGivenSymbols: Bool = false, origin: String = #fileID,
    makeField: @escaping @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField
  ) {
    self.name = name
    self.values = values
    self.promise = promise
    self.caret = caret
    self.takesGivenSymbols = takesGivenSymbols
    isOwn = !["KeystrokeSuites/", "CombineSuites/"].contains(where: origin.hasPrefix)
    self.makeField = makeField
  }

  /// Lists a strategy of a field with a rule of its own.
  ///
  /// - Parameters:
  ///   - name: a name without a `/`.
  ///   - kind: the kind of value that it holds.
  ///   - promise: the promise about the contents of the field.
  ///   - caret: the promise about the caret while it is typed into.
  ///   - origin: the file that lists it, behind its module.
  ///   - strategy: makes a fresh strategy.
  @inlinable
  public init<Strategy: ReformatStrategy & SendableMetatype>(
    _ name: String, of kind: OwnValueKind, promise: Promise = .formatted,
    caret: CaretPromise = .follows, origin: String = #fileID,
    strategy: @escaping @Sendable () -> Strategy
  ) where Strategy.Value: SendableMetatype {
    self.init(name, values: [.own(kind)], promise: promise, caret: caret, origin: origin) {
      configuration, phases in
      HeadlessField(strategy: strategy(), text: configuration.text, phases: phases)
    }
    valueType = Strategy.Value.self
  }

  /// True if another part of an app can write a value of the kind into its fields: one that leaves what was typed has no
  /// value, and the rule of a kind of the user's own may describe it as a text while the field holds another type.
  func takesWrites(of kind: ValueKind) -> Bool {
    guard promise != .asTyped else { return false }
    let locale = "en_US_POSIX"
    let number = MeantNumber(integer: String(repeating: "1", count: kind.digitLimit ?? 1))
    guard let value = number.held(by: kind, in: Locale(identifier: locale))?.value.any else {
      return true
    }
    if let acceptsWrite {
      return acceptsWrite(value, FieldConfiguration(locale: locale, value: kind))
    }
    guard kind.own != nil, let valueType else { return true }
    return type(of: value) == valueType
  }

  /// The kind of value with that name, if the strategy can hold it: one that holds money holds that of any currency.
  func kind(named name: String) -> ValueKind? {
    values.first { $0.rawValue == name }
      ?? ValueKind(rawValue: name).flatMap { kind in
        values.contains(.currency) && kind.settings?.isPlainMoney == true ? kind : nil
      }
  }
}
