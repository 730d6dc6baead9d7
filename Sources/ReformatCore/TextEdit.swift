/// One change of a text: a range is replaced by another text.
///
/// Offsets count UTF-16 code units, as text fields and input methods do.
public struct TextEdit: Hashable, Sendable {
  /// The range to replace, in UTF-16 code units of the text before the edit.
  public var range: Range<Int>
  /// The text to put there; empty for a deletion.
  public var replacement: String

  /// Makes an edit that replaces `range` by `replacement`.
  public init(range: Range<Int>, replacement: String) {
    self.range = range
    self.replacement = replacement
  }

  /// The position of the caret after the edit, in UTF-16 code units.
  public var caretAfter: Int {
    let (caret, overflows) = range.lowerBound.addingReportingOverflow(replacement.utf16Length)
    return overflows ? Int.max : caret
  }
}

extension String {
  /// Replaces a range given in UTF-16 code units.
  ///
  /// A bound beyond the end counts as the end; a bound inside a surrogate pair is moved to the start of that pair.
  public mutating func replace(utf16 range: Range<Int>, with replacement: String) {
    let lower = index(utf16Offset: range.lowerBound)
    if lower == endIndex { return append(replacement) }
    replaceSubrange(lower..<max(lower, index(utf16Offset: range.upperBound)), with: replacement)
  }
}
