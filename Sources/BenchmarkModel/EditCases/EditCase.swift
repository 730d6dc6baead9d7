/// A session in a field, of one edit or several, made by hand, found by a hunt or recorded in an app.
///
/// It says what each edit should leave, or what all of them should.
///
/// Offsets count UTF-16 code units.
public struct EditCase: Hashable, Sendable, Codable {
  /// An action, and the state that it should leave.
  public struct Step: Hashable, Sendable, Codable {
    /// The action.
    public var action: UserAction
    /// The selection that is made first; nil to keep the one that the strategy left.
    public var selection: Range<Int>?
    /// The text that should be left; nil if any text is right.
    public var after: String?
    /// The selection that should be left; nil if any selection is right.
    public var selectionAfter: Range<Int>?
    /// The value that should be left, in plain notation, empty for no value; nil if any value is right.
    public var valueAfter: String?
    /// The seconds since the first step, if the session was recorded.
    public var time: Double?

    package init(
      _ action: UserAction, selection: Range<Int>? = nil, after: String? = nil,
      selectionAfter: Range<Int>? = nil, valueAfter: String? = nil, time: Double? = nil
    ) {
      self.time = time
      self.action = action
      self.selection = selection
      self.after = after
      self.selectionAfter = selectionAfter
      self.valueAfter = valueAfter
    }
  }

  /// The name of the case, unique in a file.
  public var id: String
  /// The subject of the case, in a word.
  public var kind: String
  /// The identifier of the locale; nil if ``symbols`` are given instead.
  public var locale: String?
  /// The symbols that numbers are written with, instead of a locale.
  public var symbols: NumberStyle?
  /// The name of the kind of value; nil for the most similar one.
  public var value: String?
  /// False if no minus may be typed.
  public var allowsNegative: Bool
  /// The limit of the published strategies; nil for none.
  public var maximumLength: Int?
  /// The range of values for which the field shows no error; nil if every value is valid.
  public var range: ClosedRange<Double>?
  /// The strategies that the case is for; nil for any.
  public var strategies: [String]?
  /// The text before the first step.
  public var before: String
  /// The selection before the first step.
  public var selection: Range<Int>
  /// The steps, in order.
  public var steps: [Step]
  /// The number that all steps together should leave, in plain notation: the oracle knows its text in the locale.
  public var meant: String?
  /// The number of steps that came after these and were not recorded; `meant` is the number before them.
  public var dropped: Int

  package init(
    id: String, kind: String = "", locale: String? = nil, symbols: NumberStyle? = nil,
    value: String? = nil, allowsNegative: Bool = true, maximumLength: Int? = nil,
    range: ClosedRange<Double>? = nil, strategies: [String]? = nil, before: String = "",
    selection: Range<Int> = 0..<0, steps: [Step], meant: String? = nil, dropped: Int = 0
  ) {
    self.range = range
    self.dropped = dropped
    self.id = id
    self.kind = kind
    self.locale = locale
    self.symbols = symbols
    self.value = value
    self.allowsNegative = allowsNegative
    self.maximumLength = maximumLength
    self.strategies = strategies
    self.before = before
    self.selection = selection
    self.steps = steps
    self.meant = meant
  }
}

/// The text, selection and value of a field.
public struct FieldSnapshot: Hashable, Sendable, Codable {
  /// The text.
  public var text: String
  /// The selection in UTF-16 code units; a caret if it is empty.
  public var selection: Range<Int>
  /// The value as Swift describes it, or nil if there is none.
  public var value: String?

  /// A state of its parts.
  public init(text: String, selection: Range<Int>, value: String?) {
    self.text = text
    self.selection = selection
    self.value = value
  }
}

/// The outcome of an edit case with a strategy.
public enum EditCaseOutcome: Hashable, Sendable, Codable {
  /// The state before the first step and after each step; and the difference of the last one from the number meant.
  case left([FieldSnapshot], mismatch: Mismatch?)
  /// The states, if the first step that did not leave what was expected left what another edit between the same texts
  /// should; the strategy knows nothing but the texts.
  case ambiguous([FieldSnapshot])
  /// The case could not be tried; the text says why.
  case notTried(String)
}

extension EditCase {
  /// The index of the first step that did not leave the expected state; nil if there is none.
  ///
  /// If all steps are right but the final number is not the one meant, it is the last step.
  public func firstWrongStep(in states: [FieldSnapshot], mismatch: Mismatch?) -> Int? {
    for (index, pair) in zip(steps, states.dropFirst()).enumerated()
    where !pair.0.isMet(by: pair.1) { return index }
    return mismatch == nil ? nil : steps.count - 1
  }

  /// True if each step left the expected state.
  public func isMet(by outcome: EditCaseOutcome) -> Bool {
    guard case .left(let states, let mismatch) = outcome, states.count == steps.count + 1 else {
      return false
    }
    return firstWrongStep(in: states, mismatch: mismatch) == nil
  }
}

extension EditCase.Step {
  /// True if the state is the expected one, to the scalar: texts that merely look alike differ.
  fileprivate func isMet(by state: FieldSnapshot) -> Bool {
    (after.map { state.text.unicodeScalars.elementsEqual($0.unicodeScalars) } ?? true)
      && (selectionAfter.map { state.selection == $0 } ?? true)
      && (valueAfter.map { PlainNumber.areEqual($0, state.value ?? "") } ?? true)
  }
}
