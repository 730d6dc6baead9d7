/// One way to reformat a number while it is typed.
///
/// A strategy is called at up to four moments of a keystroke; its ``hosting`` decides which ones. It marks its phases,
/// so that a profiler can separate filtering, parsing and formatting:
///
/// ```swift
/// let value = phases.measure(.parse) { try? style.parseStrategy.parse(text) }
/// ```
///
/// Conform a type of your own to measure it together with the built-in ones.
public protocol ReformatStrategy<Value> {
  /// The value of the text; `Never` for a strategy that reads no value.
  associatedtype Value: Equatable

  /// The way in which the field calls the strategy.
  var hosting: Hosting { get }

  /// True if text that is being composed by an input method is not touched until it is committed, and is then taken as
  /// one edit.
  ///
  /// Fields ask and tell of each step of composing; to reformat one of them ends composing, and the next step doubles
  /// what was composed. An app does what this says if its delegate lets pass what is asked while `markedTextRange` is not
  /// nil, and its onChange action returns at once.
  var leavesMarkedTextAlone: Bool { get }

  /// Decides what becomes of an edit; a delegate-hosted field asks before its text changes.
  ///
  /// - Parameters:
  ///   - text: the text before the edit.
  ///   - selection: the selection before the edit, in UTF-16 code units; a caret if it is empty.
  ///   - ranges: the ranges to replace, in UTF-16 code units, ascending.
  ///   - replacement: the text to put there.
  ///   - phases: the marker for the phases of the call.
  /// - Returns: whether the edit is applied, refused, or replaced by a reaction of the strategy.
  mutating func shouldChange(
    _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
    phases: PhaseMarker
  ) -> EditDecision<Value>

  /// The reaction of the field after its text has changed to `text`.
  mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>

  /// The reaction of the field after its text has changed to `text`, with what the toolkit tells of the selection.
  ///
  /// Fields call this one. By default it leaves the selection out.
  mutating func textDidChange(
    _ text: String, selection: SelectionChange?, value: Value?, phases: PhaseMarker
  ) -> Reaction<Value>

  /// The reaction of the field when editing ends with `text`.
  mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>

  /// The text to show for a value that another part of the app has written; nil to leave the text unchanged.
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

  /// Reacts to the text alone.
  @inlinable
  public mutating func textDidChange(
    _ text: String, selection: SelectionChange?, value: Value?, phases: PhaseMarker
  ) -> Reaction<Value> { textDidChange(text, value: value, phases: phases) }

  /// Leaves text and value unchanged.
  @inlinable
  public mutating func textDidChange(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }

  /// Leaves text and value unchanged.
  @inlinable
  public mutating func editingDidEnd(_ text: String, value: Value?, phases: PhaseMarker)
    -> Reaction<Value>
  { .nothing }

  /// Leaves the text unchanged: the field is not reloaded.
  @inlinable
  public mutating func text(for value: Value, phases: PhaseMarker) -> String? { nil }
}
