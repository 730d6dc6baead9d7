import BenchmarkModel
import BenchmarkWorker
import FieldHost
import ReformatCore

/// A recorded session, replayed on fields of one strategy.
package struct FieldSession: MeasurableSession {
  private let strategy: StrategyEntry
  /// The settings of its fields.
  package let configuration: FieldConfiguration
  private let workload: WorkloadContext
  private let recorded: RecordedSession
  /// How the strategy is set up anew if the app changes the locale; nil if it does not.
  private let next: FieldConfiguration?

  /// Lets `record` play the session on a fresh field.
  init(
    strategy: StrategyEntry, configuration: FieldConfiguration, workload: WorkloadContext,
    next: FieldConfiguration? = nil, record: (any HostedField) -> RecordedSession
  ) {
    self.strategy = strategy
    self.configuration = configuration
    self.workload = workload
    self.next = next
    recorded = record(Self.field(of: strategy, configuration, next, PhaseMarker()))
  }

  /// The keystrokes that its fields get.
  package var keystrokes: [Keystroke] { recorded.keystrokes }
  /// The number of keystrokes.
  package var keystrokeCount: Int { recorded.keystrokes.count }
  /// The fault of the final state; nil if there is none.
  package var mismatch: Mismatch? { recorded.mismatch }
  /// The judgement of each keystroke on a fresh field.
  package var judgement: SessionJudgement? {
    let judge = SessionJudge(
      workload: workload, promise: strategy.promise, caret: strategy.caret)
    return judge.judge(recorded, on: makeField())
  }
  /// Nil: the cost is not known.
  package var knownCost: KnownCost? { nil }

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

  /// Makes a fresh field that gets the keystrokes.
  package func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    let field = FieldSubject(
      field: makeField(phases: phases), keystrokes: recorded.keystrokes)
    return recorded.selections.isEmpty
      ? field : SelectingSubject(field, selections: recorded.selections)
  }
}

/// A field that gets the keystrokes of a recorded session.
private final class FieldSubject: MeasurableSubject {
  let field: any HostedField
  private let keystrokes: [Keystroke]

  init(field: any HostedField, keystrokes: [Keystroke]) {
    self.field = field
    self.keystrokes = keystrokes
  }

  func press(_ index: Int) { field.press(keystrokes[index]) }

  var updates: UpdateTotals? {
    let counts = field.counts
    var others = field.screenCounts?.byMetric ?? [:]
    others[.textAssignments] = counts.textAssignments
    return UpdateTotals(
      emissions: counts.emissions, refreshes: counts.bodyEvaluations,
      droppedActions: counts.droppedActions, others: others)
  }
}

/// A field whose user also moves the caret; only such a field pays for that.
private final class SelectingSubject: MeasurableSubject {
  private let subject: FieldSubject
  private let selections: [Int: Range<Int>]

  init(_ subject: FieldSubject, selections: [Int: Range<Int>]) {
    self.subject = subject
    self.selections = selections
  }

  func press(_ index: Int) {
    if let selection = selections[index] { subject.field.selection = selection }
    subject.press(index)
  }

  var updates: UpdateTotals? { subject.updates }
}

extension ScreenCounts {
  fileprivate var byMetric: [Metric: Int] {
    [
      .signals: signals, .layoutCalls: layoutCalls, .frames: frames, .flickerFrames: flickerFrames,
    ]
  }
}
