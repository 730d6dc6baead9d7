import BenchmarkModel
import FieldHost
import ReformatCore

/// Judges each keystroke of a session by the promise of its strategy.
struct SessionJudge {
  var workload: WorkloadContext
  let promise: Promise
  let caret: CaretPromise

  /// Plays a session on a fresh field and judges text, value and caret after each keystroke.
  func judge(_ session: RecordedSession, on field: any HostedField) -> SessionJudgement {
    var judge = self
    return judge.judged(session, on: field)
  }

  private mutating func judged(_ session: RecordedSession, on field: any HostedField)
    -> SessionJudgement
  {
    var judgement = SessionJudgement()
    var composition: Composition?
    if case .trace(let trace) = session.meaning,
      !field.text.unicodeScalars.elementsEqual(trace.before.unicodeScalars)
    {
      judgement.mismatch = Mismatch(
        expectedText: trace.before, text: field.text, expectedValue: nil, value: nil)
    }
    var first: WrongKeystroke?
    var onTheWay: Mismatch?
    for (index, keystroke) in session.keystrokes.enumerated() {
      if let selection = session.selections[index] { field.selection = selection }
      let (before, valueBefore, selection) = (field.text, field.valueDescription, field.selection)
      let goal = session.goal(of: index, in: before, workload: workload)
      if case .other(.changeLocale(let locale, _)) = keystroke {
        workload = WorkloadContext(locale: locale, value: workload.value)
      }
      let committed = composition
      composition = (committed ?? Composition(before, selection)).step(keystroke)
      field.press(keystroke)
      // A field in which nothing was typed yet may show something else than an emptied one.
      let isFresh = before.isEmpty && field.text.isEmpty && workload.value.own?.judgesEmpty == true
      guard let goal, goal.isJudged, !isFresh || !goal.meant.isEmpty,
        let expected = composition.map({ self.expected($0) })
          ?? self.expected(goal, text: field.text)
      else { continue }
      guard !expected.isUntold else {
        judgement.untold += 1
        continue
      }
      let isKnown =
        caret != .followsTexts || (committed?.isTold ?? keystroke.isTold(byTextsFrom: before))
      var judged = SessionJudgement.Keystroke()
      judged.hasWrongText = !expected.isText(field.text)
      judged.hasWrongValue = !(expected.value?.matches(field.valueDescription) ?? true)
      judged.hasCaretError =
        !judged.isWrong && isKnown && !expected.matches(caret: field.selection)
      judgement.keystrokes.append(judged)
      guard judged.isWrong || judged.hasCaretError else { continue }
      let mismatch = Mismatch(
        expectedText: expected.shownText, text: field.text, expectedValue: expected.value?.plain,
        value: expected.value == nil ? nil : field.valueDescription)
      if first == nil {
        first = WrongKeystroke(
          index: index, keystroke, before: before, selection: selection, valueBefore: valueBefore,
          left: field, expected: expected)
        onTheWay = mismatch
      }
      let isLast = index == session.keystrokes.count - 1
      if isLast, judgement.mismatch == nil { judgement.mismatch = mismatch }
    }
    if judgement.mismatch == nil, var onTheWay {
      onTheWay.endsRight = true
      judgement.mismatch = onTheWay
    }
    judgement.mismatch?.keystroke = first
    return judgement
  }

  /// The right state while text is composed: nothing is reformatted; nil if texts on the way are not judged.
  private func expected(_ composition: Composition) -> Expected? {
    guard promise != .formattedAtEnd else { return nil }
    return Expected(
      composing: composition.composed, in: composition.text, selection: composition.selection)
  }

  /// The right state after a keystroke: of several numbers, and ways to write one that has no digit yet, the one used.
  private func expected(_ goal: Goal, text: String) -> Expected? {
    let others = goal.others.map { Goal(meant: $0) }
    var expected = ([goal, goal.withLeadingZero].compactMap(\.self) + others).compactMap {
      workload.expected($0, promise: promise, caret: caret)
    }
    if let first = expected.first, goal.meant == MeantNumber(isNegative: true), !goal.hasEnded {
      // The key's own minus may stay until there is a digit.
      expected.append(Expected(text: "-", value: first.value, carets: 1...1))
    }
    return expected.first { $0.text == text } ?? expected.first
  }
}

/// A text that is being composed, and the field as it was before.
private struct Composition {
  let text: String
  let selection: Range<Int>
  private(set) var composed = ""

  init(_ text: String, _ selection: Range<Int>) {
    self.text = text
    self.selection = selection
  }

  /// The composition after a keystroke; nil if it is over, or none has begun.
  func step(_ keystroke: Keystroke) -> Composition? {
    guard case .other(.compose(let text)) = keystroke else { return nil }
    var next = self
    next.composed = text
    return next
  }

  /// True if the texts before composing and after the commit show which part was edited.
  var isTold: Bool {
    TextEdit(range: selection, replacement: composed).isTold(byTextsFrom: text)
  }
}

extension Keystroke {
  /// True if the texts before and after show which part was edited, when the common beginning is removed first.
  fileprivate func isTold(byTextsFrom before: String) -> Bool {
    guard case .edit(let edit) = self else { return true }
    return edit.isTold(byTextsFrom: before)
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
  fileprivate init(
    index: Int, _ keystroke: Keystroke, before: String, selection: Range<Int>,
    valueBefore: String?, left field: any HostedField, expected: Expected
  ) {
    func marked(_ text: String, _ selection: Range<Int>?) -> String {
      CaretNotation.write(text, selection) ?? text
    }
    let caret = expected.carets.map { $0.lowerBound..<$0.lowerBound }
    self.init(
      keystroke: index + 1, before: marked(before, selection), valueBefore: valueBefore,
      after: marked(field.text, field.selection), value: field.valueDescription,
      expected: marked(expected.shownText, caret), expectedValue: expected.value?.plain)
    switch keystroke {
    case .endEditing: key = "Return"
    case .nextField: key = "Tab"
    case .write(let value): write = value.plain
    case .other(.compose(let text)): key = "composing \(text)"
    case .other(.commit): key = "committing"
    case .other(.changeLocale(let locale, _)): key = "locale \(locale)"
    case .edit(let edit) where !edit.replacement.isEmpty:
      insert = edit.replacement
      self.before = marked(before, edit.range)
    case .edit(let edit):
      let isDelete = selection == edit.range.lowerBound..<edit.range.lowerBound
      key = isDelete ? "Delete" : "Backspace"
      let isOneCharacter = edit.range.count == 1
      if !isDelete {
        self.before = marked(
          before, isOneCharacter ? edit.range.upperBound..<edit.range.upperBound : edit.range)
      }
    }
  }
}
