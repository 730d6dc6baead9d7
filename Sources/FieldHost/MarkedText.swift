/// Text that is being composed with an input method, and is not part of the field's text yet.
public struct MarkedText: Hashable, Sendable {
  /// Its range, in UTF-16 code units.
  public internal(set) var range: Range<Int>
  /// The text that it replaced.
  let replaced: String
  /// The selection when composing began.
  let start: Range<Int>
}
