import BenchmarkModel
import FieldHost
import ReformatCore

/// A recorded session, replayed on fields of one strategy.
package struct FieldSession {
  private let strategy: StrategyEntry
  /// The settings of its fields.
  package let configuration: FieldConfiguration
  private let workload: WorkloadContext
  let recorded: RecordedSession
  /// The set-up of the strategy after the app changes the locale; nil if it does not.
  private let next: FieldConfiguration?

  /// Lets `record` play the session on a fresh field.
  ///
  /// - Throws: `SuiteError` if a value was written that is of another type than the field's.
  init(
    strategy: StrategyEntry, configuration: FieldConfiguration, workload: WorkloadContext,
    next: FieldConfiguration? = nil, record: (any HostedField) -> RecordedSession
  ) throws {
    self.strategy = strategy
    self.configuration = configuration
    self.workload = workload
    self.next = next
    let field = Self.field(of: strategy, configuration, next, PhaseMarker())
    recorded = record(field)
    if recorded.mismatch != nil, let held = (field as? HeadlessField)?.value,
      let fault = strategy.typeFault(type(of: held), recorded.written, of: workload.value)
    {
      throw SuiteError(fault)
    }
  }

  /// The keystrokes that its fields get.
  package var keystrokes: [Keystroke] { recorded.keystrokes }
  /// The fault of the final state; nil if there is none.
  package var mismatch: Mismatch? { recorded.mismatch }
  /// The judgement of each keystroke on a fresh field.
  package var judgement: SessionJudgement? {
    var judge = SessionJudge(workload, strategy.promise, caret: strategy.caret)
    return judge.judge(recorded, on: makeField())
  }

  /// The metrics that the strategy reports itself.
  package var metrics: [OwnMetric] { strategy.metrics }

  /// A fresh field.
  package func makeField(phases: PhaseMarker = PhaseMarker()) -> any HostedField {
    Self.field(of: strategy, configuration, next, phases)
  }

  private static func field(
    of strategy: StrategyEntry, _ configuration: FieldConfiguration, _ next: FieldConfiguration?,
    _ phases: PhaseMarker
  ) -> any HostedField {
    let field = strategy.makeField(configuration, phases)
    guard let next else { return field }
    return AdaptableField(field) { text in
      var next = next
      next.text = text
      return strategy.makeField(next, phases)
    }
  }
}

extension RecordedSession {
  /// The value that another part of the app wrote last; nil if none did.
  fileprivate var written: Any? {
    keystrokes.lazy.reversed().compactMap { keystroke -> Any? in
      if case .write(let value) = keystroke { value.any } else { nil }
    }.first
  }
}
