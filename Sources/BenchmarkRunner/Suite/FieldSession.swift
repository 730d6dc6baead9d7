import FieldHost
import KeystrokeWorkload
import ReformatCore

/// A recorded session, replayed on fields of one strategy.
struct FieldSession: MeasurableSession {
  private let strategy: StrategyEntry
  private let configuration: FieldConfiguration
  private let recorded: RecordedSession

  /// Has `record` play the session on a fresh field.
  init(
    strategy: StrategyEntry, configuration: FieldConfiguration,
    record: (any HostedField) -> RecordedSession
  ) {
    self.strategy = strategy
    self.configuration = configuration
    recorded = record(strategy.makeField(configuration, PhaseMarker()))
  }

  var keystrokeCount: Int { recorded.keystrokes.count }
  var mismatch: Mismatch? { recorded.mismatch }
  var knownCost: KnownCost? { nil }

  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    let field = FieldSubject(
      field: strategy.makeField(configuration, phases), keystrokes: recorded.keystrokes)
    return recorded.selections.isEmpty
      ? field : SelectingSubject(field, selections: recorded.selections)
  }
}

/// A field that is given the keystrokes of a recorded session.
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
    return UpdateTotals(
      emissions: counts.emissions, refreshes: counts.bodyEvaluations,
      droppedActions: counts.droppedActions)
  }
}

/// A field whose user also moves the caret; only such a one pays for that.
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
