/// The part of a keystroke that a row is about.
public enum RowPhase: String, CaseIterable, Codable, Sendable {
  /// The whole keystroke, for every one after the first of a fresh field.
  case total
  /// The whole keystroke, for the first one of a fresh field.
  case first
  /// From the key to the toolkit's own change of the text; in a real widget.
  case dispatch
  /// The decision whether the edit may happen.
  case filter
  /// Reading the value from the text.
  case parse
  /// Writing the text from the value.
  case format
  /// Evaluating and applying the body.
  case refresh
  /// Writing text and caret into the widget; in a real widget, as are the next two.
  case rewrite
  /// Measuring and shaping the text.
  case layout
  /// Drawing the frame.
  case paint
  /// The part of the total that belongs to no phase.
  case rest
  /// Making a fresh field, before any keystroke: its figures are per field.
  case setup

  /// The phases of a keystroke.
  package static let parts: [RowPhase] = allCases.filter { !$0.isWhole && $0 != .rest }

  /// True if it is no part of something else that is measured.
  package var isWhole: Bool { self == .total || self == .first || self == .setup }
}
