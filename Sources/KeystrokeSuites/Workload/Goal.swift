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
  /// Other numbers that are as right, with the caret anywhere.
  var others: [MeantNumber] = []

  /// The same with a zero in front of the fraction, which formats may add before editing ends; nil if there is a digit.
  var withLeadingZero: Goal? {
    guard meant.integer.isEmpty, meant.fraction != nil else { return nil }
    var goal = self
    goal.meant.integer = "0"
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

  /// True for equal scalars, not equal graphemes: two texts that merely look alike are different.
  func matches(text: String, value: String?) -> Bool {
    isText(text) && self.value?.matches(value) ?? true
  }

  /// True if the text is right, or is not judged.
  func isText(_ text: String) -> Bool {
    self.text.map { $0.unicodeScalars.elementsEqual(text.unicodeScalars) } ?? !judgesText
  }

  /// True if a rule tells nothing about the keystroke.
  var isUntold: Bool { !judgesText && value == nil }

  func matches(caret: Range<Int>) -> Bool {
    carets.map { caret.isEmpty && $0.contains(caret.lowerBound) } ?? true
  }

  /// The text as a report shows it.
  var shownText: String {
    text ?? (judgesText ? "(not known: more than 38 digits)" : "(not told by the rule)")
  }
}

extension Expected {
  /// The state of a field in which text is being composed.
  ///
  /// That text is in the place of what was selected, and nothing is reformatted. The value may follow or not.
  init(composing composed: String, in text: String, selection: Range<Int>) {
    var shown = text
    shown.replace(utf16: selection, with: composed)
    let caret = TextEdit(range: selection, replacement: composed).caretAfter
    self.init(text: shown, carets: caret...caret)
  }
}

extension WorkloadContext {
  /// The state that a strategy promises after a keystroke; nil if it promises nothing about that keystroke.
  func expected(_ goal: Goal, promise: Promise, caret: CaretPromise) -> Expected? {
    var expected: Expected
    switch promise {
    case .asTyped:
      let isWrite = goal.caret == nil && !goal.hasEnded
      guard !goal.isSlip, !isWrite else { return nil }
      expected = Expected(text: goal.meant.keys(symbols), value: nil)
    case .formattedAtEnd where !goal.hasEnded: return nil
    case .formatted, .formattedAtEnd:
      let left =
        goal.hasEnded
        ? oracle.expectation(for: goal.meant) : oracle.expectationWhileTyping(goal.meant)
      expected = Expected(
        text: left.text, judgesText: left.text != nil || value.own == nil,
        value: left.value == .unknown ? nil : left.value)
    }
    if let place = goal.caret, let text = expected.text,
      caret != .followsAtEnd || place == goal.meant.keyCount
    {
      expected.carets = carets(in: text, of: goal.meant, behind: place)
    }
    return expected
  }

  /// The difference between the number that a session meant and the state of the field after editing; nil if there is
  /// none.
  ///
  /// If the oracle cannot give an expectation, that counts as a difference, so that nothing passes unchecked; what the
  /// rule of a custom kind does not tell is not judged.
  func mismatch(_ field: some HostedField, meant: MeantNumber, promise: Promise) -> Mismatch? {
    let goal = Goal(meant: meant, caret: nil, hasEnded: true)
    return expected(goal, promise: promise, caret: .follows).flatMap { mismatch(field, $0) }
  }

  func mismatch(_ field: some HostedField, _ expected: Expected) -> Mismatch? {
    guard !expected.matches(text: field.text, value: field.valueDescription) else { return nil }
    return Mismatch(
      expectedText: expected.shownText, text: field.text, expectedValue: expected.value?.plain,
      value: expected.value == nil ? nil : field.valueDescription)
  }
}
