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

  /// The kinds of value that the published strategies can hold.
  public static let publishedValues: [ValueKind] = [.int, .double, .double2]

  let makeField: @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField

  /// Lists a strategy.
  ///
  /// - Parameters:
  ///   - name: without a `/`.
  ///   - values: the kinds of value that it can hold.
  ///   - promise: what it promises to leave in the field.
  ///   - makeField: makes a fresh field.
  public init(
    _ name: String, values: [ValueKind] = Self.publishedValues, promise: Promise = .formatted,
    makeField: @escaping @Sendable (FieldConfiguration, PhaseMarker) -> any HostedField
  ) {
    self.name = name
    self.values = values
    self.promise = promise
    self.makeField = makeField
  }
}
