import BenchmarkWorker

/// One call of a formatter, ready to be repeated, and its outcome.
public struct FormatterCall {
  /// The result of a call.
  public enum Outcome: Equatable, Sendable {
    /// A formatted text.
    case text(String?)
    /// A parsed value, in plain notation; nil if nothing could be read.
    case value(String?)
  }

  let run: () -> Void
  let outcome: () -> Outcome

  /// Makes a call that formats; nil is a failure.
  @inlinable
  public init(format: @escaping () -> String?) {
    self.init(run: { _ = format() }, outcome: { .text(format()) })
  }

  /// Makes a call that parses; nil is a failure.
  @inlinable
  public init<Value>(parse: @escaping () -> Value?, plain: @escaping (Value) -> String) {
    self.init(run: { _ = parse() }, outcome: { .value(parse().map(plain)) })
  }

  @usableFromInline
  init(run: @escaping () -> Void, outcome: @escaping () -> Outcome) {
    self.run = run
    self.outcome = outcome
  }
}
