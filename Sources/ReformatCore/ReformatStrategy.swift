/// One way to reformat a number while it is typed.
///
/// A strategy is asked at up to four moments of a keystroke; which ones depends on its ``hosting``.
/// It marks its phases, so that a profiler can tell filtering, parsing and formatting apart:
///
/// ```swift
/// let value = phases.measure(.parse) { try? style.parseStrategy.parse(text) }
/// ```
///
/// Conform a type of your own to measure it beside the built-in ones.
public protocol ReformatStrategy<Value> {
  /// What the text stands for; `Never` for a strategy that reads no value.
  associatedtype Value: Equatable

  /// How the field calls the strategy.
  var hosting: Hosting { get }

  /// True if text that is being composed by an input method is not touched until it is committed, and is then taken as
  /// one edit.
  ///
  /// Fields ask and tell of each step of composing; to reformat one of them ends composing, and the next step doubles
  /// what was composed. An app does what this says if its delegate lets pass what is asked while `markedTextRange` is not
  /// nil, and its onChange action returns at once.
  var leavesMarkedTextAlone: Bool { get }

  /// What becomes of an edit: asked by a delegate-hosted field before its text changes.
  ///
  /// - Parameters:
  ///   - text: the text before the edit.
  ///   - selection: what is selected before the edit, in UTF-16 code units; a caret where it is empty.
  ///   - ranges: what would be replaced, in UTF-16 code units, ascending.
  ///   - replacement: what would be put there.
  ///   - phases: marks the phases of the answer.
  /// - Returns: whether the edit is made, refused, or written otherwise by the strategy itself.
  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value>

  /// What the field shall show and hold, now that its text has changed to `text`.
  mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>

  /// What the field shall show and hold when editing ends with `text`.
  mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>

  /// What the field shall show for a value that another part of the app has written, or nil to leave the text as it is.
  mutating func text(for value: Value, phases: PhaseMarker) -> String?
}

extension ReformatStrategy {
  /// Composed text is edited like any other.
  @inlinable
  public var leavesMarkedTextAlone: Bool { false }

  /// Lets every edit pass.
  @inlinable
  public mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value> { .apply }

  /// Leaves text and value as they are.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }

  /// Leaves text and value as they are.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }

  /// Leaves the text as it is: the field is not reloaded.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? { nil }
}
