import BenchmarkWorker

/// One call of a formatter, ready to be made over and over, and what it gives.
public struct FormatterCall {
  /// What a call gives.
  public enum Outcome: Equatable, Sendable {
    /// A formatted text.
    case text(String?)
    /// A parsed value, plainly written; nil where nothing could be read.
    case value(String?)
  }

  let run: () -> Void
  let outcome: () -> Outcome

  /// A call that formats; nil is a failure.
  @inlinable
  public init(format: @escaping () -> String?) {
    self.init(run: { _ = format() }, outcome: { .text(format()) })
  }

  /// A call that parses; nil is a failure.
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
