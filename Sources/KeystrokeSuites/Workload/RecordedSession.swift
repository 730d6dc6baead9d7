import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

/// The keystrokes of one session for one strategy, and their result.
///
/// A session is recorded once, before anything is timed; while it is timed it is only replayed.
public struct RecordedSession: Sendable {
  /// The keystrokes for the field, in order.
  public var keystrokes: [Keystroke]
  /// The selections that the user makes before keystrokes, by index; before all others the field's own is the right one.
  ///
  /// So each edit is made at the selection, and a strategy can distinguish Backspace from Delete.
  public var selections: [Int: Range<Int>] = [:]
  /// The indices of those keystrokes, ascending.
  var selected: [Int] = []
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
    var history = ToolkitHistory()
    for step in steps(over: field.text) {
      recorded.select(step.selection, in: field, workload)
      var presses = workload.presses(of: step, in: field.text, field.selection)
      let own = step.isBackspace ? workload.value.own : nil
      let pressed = goals.count
      while presses > 0 {
        let before = field.text
        recorded.select(step.selection, in: field, workload)
        guard let made = history.perform(step.action, on: field, workload) else { break }
        recorded.append(made)
        goals.append(step.goal)
        presses -= 1
        if own != nil, workload.isReached(step, in: field.text, from: before) { break }
      }
      if let own, goals.count > pressed {
        for index in pressed..<goals.count - 1 { goals[index].isJudged = false }
        // A mask may have a separator left.
        let isLast = step.goal.meant.isEmpty && !step.isUntilEmpty
        goals[goals.count - 1].isJudged = !(isLast && own.separatorsTakeBackspaces)
      }
    }
    recorded.meaning = .steps(goals)
    let last = lastLocale.map { WorkloadContext(locale: $0, value: workload.value) } ?? workload
    recorded.mismatch = SessionJudge(last, promise).mismatch(of: field, meant: meant)
    return recorded
  }

  private func steps(over text: String) -> [MeantStep] {
    var steps = steps
    guard !text.isEmpty, let first = steps.first else { return steps }
    switch first.action {
    case .insert, .compose: steps[0].selection = .all
    default: break
    }
    return steps
  }
}

extension RecordedSession {
  /// Puts the caret at a place, or selects it, if it is not selected already.
  fileprivate mutating func select(
    _ place: TextPlace?, in field: some HostedField, _ workload: WorkloadContext
  ) {
    guard let place else { return }
    let end = field.text.utf16.count
    let selection = place.range(in: field.text, workload) ?? end..<end
    guard selection != field.selection else { return }
    field.selection = selection
    note(selection)
  }

  fileprivate mutating func append(_ made: PlacedKeystroke) {
    if let selection = made.selection { note(selection) }
    keystrokes.append(made.keystroke)
  }

  /// Notes that a selection is made before the next keystroke.
  private mutating func note(_ selection: Range<Int>) {
    if selections.updateValue(selection, forKey: keystrokes.count) == nil {
      selected.append(keystrokes.count)
    }
  }
}

extension WorkloadContext {
  /// The most keystrokes that a step may take.
  ///
  /// A strategy that does not let the text be emptied is not tried for ever.
  fileprivate func presses(of step: MeantStep, in text: String, _ selection: Range<Int>) -> Int {
    if let slip = step.slip {
      let caret = text.utf16.index(text.startIndex, offsetBy: selection.upperBound)
      return text.prefix(upTo: caret).last == slip ? 1 : 0
    }
    if step.isUntilEmpty {
      return value.own != nil && text == emptied ? 0 : 2 * text.utf16.count + 2
    }
    guard let own = value.own, own.separatorsTakeBackspaces, step.isBackspace else { return 1 }
    let end = selection.lowerBound
    let digit = digits(in: text).last { $0.upperBound <= end }?.upperBound ?? 0
    return 1 + max(0, end - digit)
  }

  /// True if Backspace has left the digits that it should, or has nothing more to delete.
  fileprivate func isReached(_ step: MeantStep, in text: String, from before: String) -> Bool {
    guard step.isUntilEmpty else {
      let meant = step.goal.meant
      return digits(in: text).count <= meant.integer.count + (meant.fraction?.count ?? 0)
    }
    return text == before || text == emptied
  }

  /// The text of an emptied field; nil if it cannot be told.
  private var emptied: String? { oracle.expectationWhileTyping(MeantNumber()).text }
}

extension Trace {
  /// Plays the trace on a fresh field, as it was recorded; if it has no Return, with one at its end.
  ///
  /// Events around the field are left out. A field that does not begin with the trace's text is a mismatch already.
  public func record(on field: some HostedField, promise: Promise, workload: WorkloadContext)
    -> RecordedSession
  {
    let before = field.text
    var recorded = RecordedSession(keystrokes: [], meaning: .trace(self))
    let selections = selections
    for (index, action) in actions.enumerated() {
      let keystroke = action.keystroke(in: field.text, selection: field.selection, workload)
      guard let keystroke else { continue }
      let made = field.place(keystroke, at: selections[index])
      field.press(keystroke)
      recorded.append(made)
    }
    recorded.mismatch =
      before.unicodeScalars.elementsEqual(self.before.unicodeScalars)
      ? SessionJudge(workload, promise).mismatch(of: field, meant: meant)
      : Mismatch(expectedText: self.before, text: before, expectedValue: nil, value: nil)
    return recorded
  }
}
