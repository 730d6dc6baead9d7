import ReformatCore

/// A text that its user edits, and composes as an input method does.
protocol EditableText {
  /// What stands there.
  var text: String { get set }
  /// The selection in UTF-16 code units; a caret where it is empty.
  var selection: Range<Int> { get set }
  /// What is being composed, or nil.
  var markedText: MarkedText? { get set }
}

extension EditableText {
  /// Selects a range; what is beyond the end is left out, and a bound inside a pair of code units moves before it.
  mutating func select(_ range: Range<Int>) {
    let lower = text.boundary(atOrBefore: range.lowerBound)
    selection = lower..<max(lower, text.boundary(atOrBefore: range.upperBound))
  }

  /// The edit as it is, the caret behind it.
  mutating func insert(_ edit: TextEdit) {
    let caret = text.boundary(atOrBefore: edit.range.lowerBound) + edit.replacement.utf16Length
    text.replace(utf16: edit.range, with: edit.replacement)
    selection = caret..<caret
  }

  /// Shows what is composed so far in the place of the selection, or of what was composed before.
  mutating func setMarkedText(_ composed: String) {
    var marked =
      markedText
      ?? MarkedText(range: selection, replaced: text.substring(utf16: selection), start: selection)
    insert(TextEdit(range: marked.range, replacement: composed))
    marked.range = marked.start.lowerBound..<marked.start.lowerBound + composed.utf16Length
    markedText = marked
  }

  /// Ends composing: the text is again as it was before, and what was composed is one edit of it.
  ///
  /// - Returns: that edit, or nil where nothing was being composed.
  mutating func takeMarkedText() -> TextEdit? {
    guard let marked = markedText else { return nil }
    markedText = nil
    let composed = text.substring(utf16: marked.range)
    text.replace(utf16: marked.range, with: marked.replaced)
    selection = marked.start
    return TextEdit(range: marked.start, replacement: composed)
  }
}
