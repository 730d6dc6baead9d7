import BenchmarkModel
import Synchronization

/// The common parts of the cells of a locale and a kind of value, made once, because asking ICU takes longer than a
/// session.
final class SetUps: Sendable {
  /// The common parts of one locale and kind of value.
  struct SetUp: Sendable {
    /// The context in which sessions are typed and checked.
    let context: WorkloadContext
    /// The settings of a field.
    let configuration: FieldConfiguration
  }

  private struct Key: Hashable {
    var locale: String
    var value: ValueKind
  }

  private let known = Mutex<[Key: SetUp]>([:])

  /// The set-up of a locale and a kind of value; nil if there is no such locale.
  func setUp(_ locale: String, _ value: ValueKind) -> SetUp? {
    let key = Key(locale: locale, value: value)
    if let setUp = known.withLock({ $0[key] }) { return setUp }
    guard KnownLocales.contains(locale) else { return nil }
    let setUp = SetUp(
      context: WorkloadContext(locale: locale, value: value),
      configuration: FieldConfiguration(locale: locale, value: value))
    known.withLock { $0[key] = setUp }
    return setUp
  }
}
