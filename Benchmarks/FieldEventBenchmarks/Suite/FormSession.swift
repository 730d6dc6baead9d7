import BenchmarkModel
import BenchmarkWorker
import FieldEvents
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore

/// A trace replayed on a form, including the events of the screen; each step is one keystroke.
struct FormSession: MeasurableSession {
  private let entry: FormEntry
  private let configuration: FieldConfiguration
  private let trace: Trace
  let mismatch: Mismatch?
  let preparedKeystrokes: [Int]

  /// Replays the trace once, to check the text, the value, and the effects of the events.
  init(entry: FormEntry, trace: Trace, configuration: FieldConfiguration) {
    self.entry = entry
    self.configuration = configuration
    self.trace = trace
    let field = entry.strategy.makeField(configuration, PhaseMarker())
    let recorded = trace.record(
      on: field, promise: entry.strategy.promise,
      workload: WorkloadContext(locale: trace.locale, value: trace.value))
    mismatch = recorded.mismatch ?? Self.mismatch(entry, configuration, trace, text: field.text)
    preparedKeystrokes = trace.actions.indices.filter { trace.actions[$0].edit != nil }
  }

  var keystrokeCount: Int { trace.actions.count }

  func makeSubject(phases: PhaseMarker) -> any MeasurableSubject {
    FormSubject(entry: entry, configuration: configuration, trace: trace, phases: phases)
  }

  /// The fault of a form.
  ///
  /// The form must leave the same text as the field alone, refresh its screen once for each notification, and prepare
  /// itself once.
  private static func mismatch(
    _ entry: FormEntry, _ configuration: FieldConfiguration, _ trace: Trace, text: String
  ) -> Mismatch? {
    let subject = FormSubject(
      entry: entry, configuration: configuration, trace: trace, phases: PhaseMarker())
    for index in trace.actions.indices {
      subject.prepare(index)
      subject.press(index)
    }
    let moves = trace.actions.count {
      $0 == .screen(.keyboardShows) || $0 == .screen(.keyboardHides)
    }
    let appears = trace.actions.contains(.screen(.appear))
    let expected = FormState(text: text, screenRefreshes: moves, preparations: appears ? 1 : 0)
    guard subject.state != expected else { return nil }
    return Mismatch(
      expectedText: expected.description, text: subject.state.description, expectedValue: nil,
      value: nil)
  }
}

/// The state of a form after a session.
private struct FormState: Equatable, CustomStringConvertible {
  var text: String
  var screenRefreshes: Int
  var preparations: Int

  var description: String {
    "\(text), \(screenRefreshes) refreshes of the screen, prepared \(preparations) times"
  }
}

/// A step of a session as it is pressed: an edit, or an event around it.
private enum FormStep {
  case edit(TextEdit)
  case event(Event)

  enum Event { case appear, keyboardShows, endEditing, nextField, keyboardHides, disappear }

  init?(_ action: UserAction) {
    switch action {
    case .endEditing: self = .event(.endEditing)
    case .nextField: self = .event(.nextField)
    case .screen(.appear): self = .event(.appear)
    case .screen(.keyboardShows): self = .event(.keyboardShows)
    case .screen(.keyboardHides): self = .event(.keyboardHides)
    case .screen(.disappear): self = .event(.disappear)
    default:
      // The reader of traces lets nothing else pass than an edit of a range.
      guard let edit = action.edit else { return nil }
      self = .edit(edit)
    }
  }
}

/// A field, its screen, and the preparation that runs when the screen appears.
private final class FormSubject: MeasurableSubject {
  private let center = NotificationCenter()
  private let loop = JobLoop()
  private let field: any HostedField
  private let screen: any KeyboardScreen
  private let prepared: PreparedScreen
  private let steps: [FormStep]
  private let selections: [Int: Range<Int>]
  private let turn: @Sendable () -> Void
  private let show = KeyboardScript.show
  private let hide = KeyboardScript.hide

  init(
    entry: FormEntry, configuration: FieldConfiguration, trace: Trace, phases: PhaseMarker
  ) {
    steps = trace.actions.compactMap(FormStep.init)
    selections = trace.selections
    turn = entry.keyboard.turn
    field = entry.strategy.makeField(configuration, phases)
    screen = entry.keyboard.makeScreen(center, KeyboardScript.screen, phases)
    prepared = PreparedScreen(
      locale: configuration.locale.identifier, kind: entry.isAsync ? .async : .plain, loop: loop)
  }

  func prepare(_ index: Int) {
    if case .edit(let edit) = steps[index] {
      field.selection =
        selections[index] ?? edit.selection(from: field.selection, in: field.text)
    }
  }

  func press(_ index: Int) {
    switch steps[index] {
    case .edit(let edit): field.apply(edit)
    case .event(.endEditing): field.endEditing()
    case .event(.nextField): field.moveToNextField()
    case .event(.appear):
      prepared.appear()
      loop.runAll()
    case .event(.disappear):
      prepared.disappear()
      loop.runAll()
    case .event(.keyboardShows): post(show)
    case .event(.keyboardHides): post(hide)
    }
  }

  private func post(_ notification: Notification) {
    center.post(notification)
    turn()
  }

  var state: FormState {
    FormState(
      text: field.text, screenRefreshes: screen.refreshes, preparations: prepared.runs)
  }

  var updates: UpdateTotals? {
    let counts = field.counts
    return UpdateTotals(
      emissions: counts.emissions + screen.emissions,
      refreshes: counts.bodyEvaluations + screen.refreshes,
      droppedActions: counts.droppedActions)
  }
}
