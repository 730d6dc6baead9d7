import BenchmarkModel
import FieldHost
import ReformatCore

/// The goal of a keystroke: the number and the caret that it should leave.
struct Goal: Hashable, Sendable {
  /// The number.
  var meant: MeantNumber
  /// The number of digits and decimal separators left of the caret; nil if the caret may be anywhere.
  var caret: Int?
  /// True for a key that belongs to no number, which some strategies let in.
  var isSlip = false
  /// True if editing has ended.
  var hasEnded = false
  /// False if the state is one on the way to this goal, which nothing is said about.
  var isJudged = true
  /// True if the field should be left as it is, its caret where it was or beside the next key.
  var isUnchanged = false
  /// True if the caret may also be behind a suffix, which the inserted text may have.
  var mayFollowSuffix = false
  /// True if the text may also stay as it was typed until the next key.
  var mayStay = false
  /// Other goals that are as right.
  var others: [Goal] = []
  /// The goals of others who press the same key.
  var readings: [Goal] = []
  /// The text and value, if the oracle was asked already: it takes longer than all else.
  var told: Expectation?

  /// The same with a zero in front of the fraction, which formats may add before editing ends; nil if there is a digit.
  var withLeadingZero: Goal? {
    guard meant.integer.isEmpty, meant.fraction != nil else { return nil }
    var goal = self
    goal.meant.integer = "0"
    goal.told = nil
    goal.caret = caret.map { $0 + 1 }
    return goal
  }
}

/// The state that a strategy promises after a keystroke.
struct Expected {
  /// The text; nil if the oracle cannot tell it.
  var text: String?
  /// False if the rule of a custom kind does not tell the text: then any is right.
  var judgesText = true
  /// The value; nil if it promises none, or a rule does not tell it.
  var value: ExpectedValue?
  /// The places of the caret that are right; nil for all.
  var carets: ClosedRange<Int>?
  /// True if it is that of a field which the keystroke left as it was.
  var isUnchanged = false
  /// The number that it shows.
  var meant = MeantNumber()
  /// True if the keystroke was meant otherwise, and somebody else may mean this by it.
  var isAmbiguous = false

  /// True if text, value and caret are right.
  ///
  /// Equal scalars are asked for, not equal graphemes: two texts that merely look alike are different.
  func matches(_ state: FieldSnapshot) -> Bool {
    isText(state.text) && isValue(state.value) && isCaret(state.selection)
  }

  /// True if the text is right, or is not judged.
  func isText(_ text: String) -> Bool {
    self.text.map { $0.unicodeScalars.elementsEqual(text.unicodeScalars) } ?? !judgesText
  }

  /// True if the value is right, or is not judged.
  func isValue(_ description: String?) -> Bool { value?.matches(description) ?? true }

  /// True if the caret is at a right place, or is not judged.
  func isCaret(_ selection: Range<Int>) -> Bool {
    carets.map { selection.isEmpty && $0.contains(selection.lowerBound) } ?? true
  }

  /// True if a rule tells nothing about the keystroke.
  var isUntold: Bool { !judgesText && value == nil }

  /// The text as a report shows it.
  var shownText: String {
    text ?? (judgesText ? "(not known: more than 38 digits)" : "(not told by the rule)")
  }

  /// The caret as a report shows it: the first place that is right.
  var shownCaret: Range<Int>? { carets.map { $0.lowerBound..<$0.lowerBound } }
}

/// A keystroke as a toolkit makes it, before anything is reformatted.
struct RawKeystroke {
  /// The field before it; before a composition that it commits.
  let before: FieldSnapshot
  /// The edit that it is; nil if it is none.
  var edit: TextEdit?

  /// The text after it.
  var result: String {
    var result = before.text
    if let edit { result.replace(utf16: edit.range, with: edit.replacement) }
    return result
  }

  /// The caret after an edit; nil if it is none.
  var caret: ClosedRange<Int>? { edit.map { $0.caretAfter...$0.caretAfter } }
}

extension WorkloadContext {
  /// The text and value of a goal.
  func told(_ goal: Goal) -> Expectation {
    if let told = goal.told { return told }
    return goal.hasEnded
      ? oracle.expectation(for: goal.meant) : oracle.expectationWhileTyping(goal.meant)
  }

  /// The states that are right after a keystroke, the one meant first, those of other readings last; empty if the strategy
  /// promises nothing about it.
  ///
  /// - Parameters:
  ///   - goal: the goal of the keystroke.
  ///   - promise: the promise of the strategy.
  ///   - caret: its promise about the caret.
  ///   - raw: the keystroke.
  /// - Returns: the states; any of them is right.
  func expected(
    _ goal: Goal, promise: Promise, caret: CaretPromise, after raw: RawKeystroke
  ) -> [Expected] {
    let goals = [goal, goal.withLeadingZero].compactMap(\.self) + goal.others
    var right = goals.compactMap {
      expected($0, promise: promise, caret: caret, before: raw.before)
    }
    if let first = right.first, goal.meant == MeantNumber(isNegative: true), !goal.hasEnded {
      // The key's own minus may stay until there is a digit; over a text, its caret is not judged.
      let isOverText = raw.edit.map { !$0.range.isEmpty && !$0.replacement.isEmpty } ?? false
      right.append(
        Expected(
          text: "-", value: first.value, carets: isOverText ? nil : 1...1, meant: goal.meant))
    }
    if let first = right.first, goal.mayStay {
      right.append(
        Expected(text: raw.result, value: first.value, carets: raw.caret, meant: goal.meant))
    }
    // A text that is left as it was need not be rewritten: an onChange action does not even run.
    if raw.edit != nil, raw.result == raw.before.text {
      right += right.map { $0.with(text: raw.result, carets: raw.caret) }
    }
    if caret == .followsTexts, let edit = raw.edit {
      if !edit.isTold(byTextsFrom: raw.before.text) {
        right += right.map { $0.with(carets: nil) }
      } else {
        // A text that need not be rewritten is left alone, and so is its caret.
        let result = raw.result
        right += right.filter { $0.isText(result) }.map { $0.with(carets: raw.caret) }
      }
    }
    return right
      + goal.readings.flatMap {
        expected($0, promise: promise, caret: caret, after: raw).map(\.asAmbiguous)
      }
  }

  private func expected(
    _ goal: Goal, promise: Promise, caret: CaretPromise, before: FieldSnapshot
  ) -> Expected? {
    var expected: Expected
    switch promise {
    case .asTyped:
      let isWrite = goal.caret == nil && !goal.hasEnded
      guard !goal.isSlip, !isWrite else { return nil }
      expected = Expected(text: goal.meant.keys(symbols), value: nil)
    case .formattedAtEnd where !goal.hasEnded: return nil
    case .formatted, .formattedAtEnd:
      let told = told(goal)
      expected = Expected(
        text: told.text, judgesText: told.text != nil || value.own == nil,
        value: told.value == .unknown ? nil : told.value)
    }
    if goal.isUnchanged {
      expected.text = before.text
      expected.isUnchanged = true
    }
    expected.meant = goal.meant
    guard let place = goal.caret, let text = expected.text,
      caret != .followsAtEnd || place == goal.meant.keyCount,
      let carets = carets(in: text, of: goal.meant, behind: place)
    else { return expected }
    let stayed = goal.isUnchanged ? before.selection.lowerBound : carets.lowerBound
    let end = goal.mayFollowSuffix ? text.utf16.count : carets.upperBound
    expected.carets = min(carets.lowerBound, stayed)...max(carets.upperBound, stayed, end)
    return expected
  }
}

extension Expected {
  /// The same as the state of another reading.
  var asAmbiguous: Expected {
    var other = self
    other.isAmbiguous = true
    return other
  }

  fileprivate func with(text: String? = nil, carets: ClosedRange<Int>?) -> Expected {
    var other = self
    other.text = text ?? self.text
    other.carets = carets
    return other
  }
}
