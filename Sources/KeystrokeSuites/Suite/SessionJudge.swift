import BenchmarkModel
import FieldHost
import ReformatCore

/// Judges keystrokes by the promise of a strategy: those of scripts, traces, cases and hunts.
struct SessionJudge {
  private(set) var workload: WorkloadContext
  private let promise: Promise
  private let caret: CaretPromise
  /// The text that is being composed, in the field as it was before; nil if none is.
  private var composition: RawKeystroke?

  init(_ workload: WorkloadContext, _ promise: Promise, caret: CaretPromise = .follows) {
    self.workload = workload
    self.promise = promise
    self.caret = caret
  }

  /// A keystroke as it was pressed and judged.
  struct Outcome {
    /// The field before the keystroke.
    let before: FieldSnapshot
    /// The field after it.
    let after: FieldSnapshot
    /// The right state that the field has, or else the most similar one; nil if the keystroke is not judged.
    let expected: Expected?

    /// The state that one of these matches, or another reading has; else the one with its text, or the first.
    fileprivate init(
      from before: FieldSnapshot, to after: FieldSnapshot, right: [Expected],
      else reading: () -> Expected?
    ) {
      self.before = before
      self.after = after
      expected =
        right.first { $0.matches(after) } ?? (right.isEmpty ? nil : reading())
        ?? right.first { $0.text == after.text } ?? right.first
    }

    /// True if a rule tells nothing about the keystroke.
    var isUntold: Bool { expected?.isUntold ?? false }

    /// The faults; nil if the keystroke is not judged.
    var faults: SessionJudgement.Keystroke? {
      guard let expected, !isUntold else { return nil }
      var faults = SessionJudgement.Keystroke()
      faults.hasWrongText = !expected.isText(after.text)
      faults.hasWrongValue = !expected.isValue(after.value)
      faults.hasCaretError = !faults.isWrong && !expected.isCaret(after.selection)
      faults.isAmbiguous = isAmbiguous
      return faults
    }

    /// True if the field did what somebody else means by the same key, or by another edit between the same texts.
    var isAmbiguous: Bool { expected?.isAmbiguous == true && !isWrong }

    /// True if text, value or caret is wrong.
    var isWrong: Bool { !isUntold && expected?.matches(after) == false }

    /// The expected and the actual state, if something is wrong.
    var mismatch: Mismatch? {
      guard let expected, isWrong else { return nil }
      return Mismatch(
        expectedText: expected.shownText, text: after.text, expectedValue: expected.value?.plain,
        value: expected.value == nil ? nil : after.value)
    }
  }

  /// Presses one keystroke and judges what it leaves.
  ///
  /// - Parameters:
  ///   - keystroke: the keystroke; nil for a key that has nothing to do.
  ///   - goal: its goal; nil if none is known, so that it is not judged.
  ///   - meant: the field before it as its user sees it; nil if its text tells the number.
  ///   - field: the field.
  /// - Returns: the field before and after it, and what is right.
  mutating func press(
    _ keystroke: Keystroke?, _ goal: Goal?, in meant: MeantField? = nil, on field: some HostedField
  ) -> Outcome {
    let before = field.state
    let raw = follow(keystroke, from: before)
    if let keystroke { field.press(keystroke) }
    let after = field.state
    // A field in which nothing was typed yet may show something else than an emptied one.
    let isFresh =
      before.text.isEmpty && after.text.isEmpty && workload.value.own?.judgesEmpty == true
    var right: [Expected] = []
    if let goal, goal.isJudged, !isFresh || !goal.meant.isEmpty {
      right = composition.map(composing) ?? expected(goal, raw)
    }
    return Outcome(from: before, to: after, right: right) {
      otherIntention(raw, in: meant, leaving: after)
    }
  }

  /// The state that another edit between the same texts should leave, if the field is in it and its strategy knows nothing
  /// but the texts.
  private func otherIntention(
    _ raw: RawKeystroke, in meant: MeantField?, leaving after: FieldSnapshot
  ) -> Expected? {
    guard caret == .followsTexts, composition == nil, let edit = raw.edit else { return nil }
    return (meant ?? MeantField(showing: raw.before.text, workload))?.otherIntention(
      leadingTo: raw.result, leaving: after, isPiece: edit.replacement.count > 1)
  }

  /// The difference between the number that a session meant and the state of a field after editing; nil if there is
  /// none.
  ///
  /// If the oracle cannot give an expectation, that counts as a difference, so that nothing passes unchecked; what the
  /// rule of a custom kind does not tell is not judged.
  func mismatch(of field: some HostedField, meant: MeantNumber) -> Mismatch? {
    let (goal, state) = (Goal(meant: meant, hasEnded: true), field.state)
    return Outcome(from: state, to: state, right: expected(goal, RawKeystroke(before: state))) {
      nil
    }.mismatch
  }

  private func expected(_ goal: Goal, _ raw: RawKeystroke) -> [Expected] {
    workload.expected(goal, promise: promise, caret: caret, after: raw)
  }

  /// The right state while text is composed: nothing is reformatted, and the value may follow or not; none if texts on
  /// the way are not judged.
  private func composing(_ raw: RawKeystroke) -> [Expected] {
    promise == .formattedAtEnd ? [] : [Expected(text: raw.result, carets: raw.caret)]
  }

  /// Follows a keystroke through compositions and locales; committing makes the edit of the whole composition.
  private mutating func follow(_ keystroke: Keystroke?, from before: FieldSnapshot)
    -> RawKeystroke
  {
    let composed = composition
    composition = nil
    switch keystroke {
    case .edit(let edit): return RawKeystroke(before: before, edit: edit)
    case .other(.compose(let text)):
      let start = composed?.before ?? before
      let raw = RawKeystroke(
        before: start, edit: TextEdit(range: start.selection, replacement: text))
      composition = raw
      return raw
    case .other(.commit): return composed ?? RawKeystroke(before: before)
    case .other(.changeLocale(let locale, _)):
      workload = WorkloadContext(locale: locale, value: workload.value)
      return RawKeystroke(before: before)
    default: return RawKeystroke(before: before)
    }
  }
}

extension SessionJudge {
  /// Plays a session on a fresh field and judges text, value and caret after each keystroke.
  mutating func judge(_ session: RecordedSession, on field: some HostedField) -> SessionJudgement {
    var judgement = SessionJudgement()
    if case .trace(let trace) = session.meaning,
      !field.text.unicodeScalars.elementsEqual(trace.before.unicodeScalars)
    {
      judgement.mismatch = Mismatch(
        expectedText: trace.before, text: field.text, expectedValue: nil, value: nil)
    }
    var first: WrongKeystroke?
    var onTheWay: Mismatch?
    var note: String?
    var isLost = false
    for (index, keystroke) in session.keystrokes.enumerated() {
      if let selection = session.selections[index] { field.selection = selection }
      var goal = session.goal(of: index, in: field.text, workload: workload)
      // After an edit that was taken for another one, the session means another number until all is replaced.
      isLost = isLost && !keystroke.replacesAll(of: field.text)
      if isLost { goal = nil }
      let outcome = press(keystroke, goal, on: field)
      if outcome.isAmbiguous, goal?.readings.isEmpty == true { isLost = true }
      if outcome.isUntold { judgement.untold += 1 }
      if let faults = outcome.faults { judgement.keystrokes.append(faults) }
      guard let mismatch = outcome.mismatch else { continue }
      let isLast = index == session.keystrokes.count - 1
      if first == nil || isLast { note = explanation(of: outcome) ?? note }
      if first == nil {
        first = WrongKeystroke(index: index, keystroke, outcome)
        onTheWay = mismatch
      }
      if isLast, judgement.mismatch == nil { judgement.mismatch = mismatch }
    }
    if judgement.mismatch == nil, var onTheWay {
      onTheWay.endsRight = true
      judgement.mismatch = onTheWay
    }
    judgement.mismatch?.keystroke = first
    judgement.mismatch?.note = note
    return judgement
  }

  /// The difference of the platform that explains a wrong text; nil if there is none, or if the text is right.
  private func explanation(of outcome: Outcome) -> String? {
    guard let expected = outcome.expected, !expected.isText(outcome.after.text) else { return nil }
    return PlatformDifference.explaining(
      outcome.after.text, of: expected.meant, workload.value, in: workload.symbols.locale)
  }
}

extension Keystroke {
  /// True if nothing of a text is left after it.
  fileprivate func replacesAll(of text: String) -> Bool {
    switch self {
    case .edit(let edit): edit.range.contains(0..<text.utf16.count) || text.isEmpty
    case .write: true
    default: false
    }
  }
}

extension HostedField {
  /// The text, selection and value of the field.
  var state: FieldSnapshot {
    FieldSnapshot(text: text, selection: selection, value: valueDescription)
  }
}

extension TextEdit {
  /// True if the texts before and after show which part was edited, when the common beginning is removed first.
  func isTold(byTextsFrom before: String) -> Bool {
    let old = Array(before.utf16)
    let range = range.clamped(to: 0..<old.count)
    let new = Array(old[..<range.lowerBound]) + Array(replacement.utf16) + old[range.upperBound...]
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    return start <= range.lowerBound && end <= old.count - range.upperBound
  }
}

extension RecordedSession {
  /// The goal of a keystroke in a field with this text; nil if it is unknown.
  fileprivate func goal(of index: Int, in text: String, workload: WorkloadContext) -> Goal? {
    switch meaning {
    case .steps(let goals): goals[index]
    case .trace(let trace):
      if index == keystrokes.count - 1 {
        Goal(meant: trace.meant, caret: nil, hasEnded: true)
      } else if case .edit(let edit) = keystrokes[index] {
        trace.goal(of: edit, in: text, workload: workload)
      } else {
        nil
      }
    }
  }
}

extension WrongKeystroke {
  fileprivate init(index: Int, _ keystroke: Keystroke, _ outcome: SessionJudge.Outcome) {
    func marked(_ text: String, _ selection: Range<Int>?) -> String {
      CaretNotation.write(text, selection) ?? text
    }
    let (before, after) = (outcome.before, outcome.after)
    self.init(
      keystroke: index + 1, before: marked(before.text, before.selection),
      valueBefore: before.value, after: marked(after.text, after.selection), value: after.value,
      expected: outcome.expected.map { marked($0.shownText, $0.shownCaret) } ?? "",
      expectedValue: outcome.expected?.value?.plain)
    switch keystroke {
    case .endEditing: key = "Return"
    case .nextField: key = "Tab"
    case .write(let value): write = value.plain
    case .other(.compose(let text)): key = "composing \(text)"
    case .other(.commit): key = "committing"
    case .other(.changeLocale(let locale, _)): key = "locale \(locale)"
    case .edit(let edit) where !edit.replacement.isEmpty:
      insert = edit.replacement
      self.before = marked(before.text, edit.range)
    case .edit(let edit):
      let isDelete = before.selection == edit.range.lowerBound..<edit.range.lowerBound
      key = isDelete ? "Delete" : "Backspace"
      let isOneCharacter = edit.range.count == 1
      if !isDelete {
        self.before = marked(
          before.text, isOneCharacter ? edit.range.upperBound..<edit.range.upperBound : edit.range)
      }
    }
  }
}
