import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeTrace
import ReformatCore

/// The keystrokes of one session for one strategy, and their result.
///
/// A session is recorded once, before anything is timed; while it is timed it is only replayed.
public struct RecordedSession: Sendable {
  /// The keystrokes for the field, in order.
  public var keystrokes: [Keystroke]
  /// The selections before keystrokes, by index, if they differ from those that the previous keystroke left: a strategy
  /// may distinguish Backspace from Delete by them.
  public var selections: [Int: Range<Int>] = [:]
  /// The expected and the actual state, if they differ.
  public var mismatch: Mismatch?
  /// The meaning of the keystrokes.
  var meaning: Meaning

  /// The source of the goal of each keystroke.
  enum Meaning: Sendable {
    /// The steps of a script, one per keystroke.
    case steps([Goal])
    /// A trace, which states a number for its end; before that, its edits give the goals.
    case trace(Trace)
  }
}

extension ScriptedSession {
  /// Plays the session on a fresh field and records the keystrokes.
  ///
  /// In a field that already shows a number, the whole text is typed over, as in a field that is entered with Tab.
  public func record(on field: some HostedField, promise: Promise, workload: WorkloadContext)
    -> RecordedSession
  {
    var recorded = RecordedSession(keystrokes: [], meaning: .steps([]))
    var goals: [Goal] = []
    var history = EditHistory()
    for step in steps(over: field.text) {
      if case .select(let place) = step.step {
        let selection = place.selection(in: field.text, radix: workload.value.radix)
        field.selection = selection
        recorded.selections[recorded.keystrokes.count] = selection
      }
      // A strategy that does not let the text be emptied is not tried for ever.
      var presses = step.step == .untilEmpty ? 2 * field.text.utf16.count + 2 : 1
      while presses > 0, let keystroke = keystroke(of: step.step, on: field, &history, workload) {
        history.follow(keystroke, on: field)
        recorded.keystrokes.append(keystroke)
        goals.append(step.goal)
        presses -= 1
      }
    }
    recorded.meaning = .steps(goals)
    let last = lastLocale.map { WorkloadContext(locale: $0, value: workload.value) } ?? workload
    recorded.mismatch = last.mismatch(field, meant: meant, promise: promise)
    return recorded
  }

  private func keystroke(
    of step: ScriptStep, on field: some HostedField, _ history: inout EditHistory,
    _ workload: WorkloadContext
  ) -> Keystroke? {
    switch step {
    case .undo: history.undo().map(Keystroke.edit)
    case .redo: history.redo().map(Keystroke.edit)
    default:
      step.keystroke(
        in: field.text, selection: field.selection, suffixes: workload.suffixes,
        radix: workload.value.radix)
    }
  }

  private func steps(over text: String) -> [MeantStep] {
    var steps = steps
    guard !text.isEmpty, let first = steps.first else { return steps }
    switch first.step {
    case .type(let first): steps[0].step = .replaceAll(first)
    case .compose: steps.insert(MeantStep(step: .select(.all), goal: first.goal), at: 0)
    default: break
    }
    return steps
  }
}

extension Trace {
  /// Plays the trace on a fresh field, as it was recorded; if it has no `commit`, with Return at its end.
  ///
  /// Events around the field are left out. A field that does not begin with the trace's text is a mismatch already.
  public func record(on field: some HostedField, promise: Promise, workload: WorkloadContext)
    -> RecordedSession
  {
    let before = field.text
    var recorded = RecordedSession(keystrokes: [], meaning: .trace(self))
    let selections = selections
    for (index, step) in session.enumerated() {
      guard let keystroke = step.keystroke else { continue }
      if let selection = selections[index] {
        recorded.selections[recorded.keystrokes.count] = selection
        field.selection = selection
      }
      field.press(keystroke)
      recorded.keystrokes.append(keystroke)
    }
    recorded.mismatch =
      before.unicodeScalars.elementsEqual(self.text.unicodeScalars)
      ? workload.mismatch(field, meant: meant, promise: promise)
      : Mismatch(expectedText: self.text, text: before, expectedValue: nil, value: nil)
    return recorded
  }
}

extension Trace.Step {
  /// The keystroke for the field itself; nil if the step is not about it.
  public var keystroke: Keystroke? {
    switch self {
    case .edit(let edit): .edit(edit)
    case .event(.commit): .endEditing
    case .event(.nextField): .nextField
    case .event: nil
    }
  }
}
