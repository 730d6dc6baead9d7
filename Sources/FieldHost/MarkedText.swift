/// Text that is being composed, as an input method does, and not yet the field's.
public struct MarkedText: Hashable, Sendable {
  /// Where it stands, in UTF-16 code units.
  public internal(set) var range: Range<Int>
  /// What stood in its place.
  let replaced: String
  /// What was selected when composing began.
  let start: Range<Int>
}
