import BenchmarkWorker

/// What the cells of a locale and a kind of value have in common, made once: asking ICU takes longer than a session.
final class SetUps {
  /// One of them.
  struct SetUp {
    /// What sessions are typed and checked with.
    let context: WorkloadContext
    /// How a field is set up.
    let configuration: FieldConfiguration
  }

  private struct Key: Hashable {
    var locale: String
    var value: ValueKind
  }

  private var known: [Key: SetUp] = [:]

  /// The set-up of a locale and a kind of value, or nil where there is no such locale.
  func setUp(_ locale: String, _ value: ValueKind) -> SetUp? {
    let key = Key(locale: locale, value: value)
    if let setUp = known[key] { return setUp }
    guard KnownLocales.contains(locale) else { return nil }
    let setUp = SetUp(
      context: WorkloadContext(locale: locale, value: value),
      configuration: FieldConfiguration(locale: locale, value: value))
    known[key] = setUp
    return setUp
  }
}
