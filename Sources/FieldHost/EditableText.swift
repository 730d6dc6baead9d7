import ReformatCore

/// A text that its user edits, and composes with an input method.
protocol EditableText {
  /// The text.
  var text: String { get set }
  /// The selection in UTF-16 code units; a caret if it is empty.
  var selection: Range<Int> { get set }
  /// The text that is being composed; nil if there is none.
  var markedText: MarkedText? { get set }
}

extension EditableText {
  /// Selects a range; the part beyond the end is left out, and a bound inside a surrogate pair moves before it.
  mutating func select(_ range: Range<Int>) {
    let lower = text.boundary(atOrBefore: range.lowerBound)
    selection = lower..<max(lower, text.boundary(atOrBefore: range.upperBound))
  }

  /// Makes an edit, and puts the caret after it.
  mutating func insert(_ edit: TextEdit) {
    let caret = text.boundary(atOrBefore: edit.range.lowerBound) + edit.replacement.utf16Length
    text.replace(utf16: edit.range, with: edit.replacement)
    selection = caret..<caret
  }

  /// Replaces the selection, or the former composition, by the present composition.
  mutating func setMarkedText(_ composed: String) {
    var marked =
      markedText
      ?? MarkedText(range: selection, replaced: text.substring(utf16: selection), start: selection)
    insert(TextEdit(range: marked.range, replacement: composed))
    marked.range = marked.start.lowerBound..<marked.start.lowerBound + composed.utf16Length
    markedText = marked
  }

  /// Ends composing: the text becomes what it was before, and the composition becomes one edit of it.
  ///
  /// - Returns: that edit, or nil if nothing was being composed.
  mutating func takeMarkedText() -> TextEdit? {
    guard let marked = markedText else { return nil }
    markedText = nil
    let composed = text.substring(utf16: marked.range)
    text.replace(utf16: marked.range, with: marked.replaced)
    selection = marked.start
    return TextEdit(range: marked.start, replacement: composed)
  }
}
