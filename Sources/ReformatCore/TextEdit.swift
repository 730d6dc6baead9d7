/// One change of a text: the characters in a range make way for a replacement.
///
/// Offsets count UTF-16 code units, as text fields and input methods do.
public struct TextEdit: Hashable, Sendable {
  /// What is replaced, in UTF-16 code units of the text before the edit.
  public var range: Range<Int>
  /// What is put there; empty for a deletion.
  public var replacement: String

  /// Makes an edit that replaces `range` by `replacement`.
  public init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// Where the caret stands after the edit, in UTF-16 code units.
  public var caretAfter: Int {
    let (caret, overflows) = range.lowerBound.addingReportingOverflow(replacement.utf16Length)
    return overflows ? Int.max : caret
  }
}

extension String {
  /// Replaces a range given in UTF-16 code units.
  ///
  /// Bounds beyond the end count as the end, as a field that is told too much does its best; a bound
  /// inside a surrogate pair is moved to the start of that pair.
  public mutating func replace(utf16 range: Range<Int>, with replacement: String) {
    let lower = index(utf16Offset: range.lowerBound)
    if lower == endIndex { return append(replacement) }
    replaceSubrange(lower..<max(lower, index(utf16Offset: range.upperBound)), with: replacement)
  }
}
