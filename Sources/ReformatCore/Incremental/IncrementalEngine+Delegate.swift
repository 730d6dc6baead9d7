extension IncrementalEngine {
  /// Takes an edit of a field's text as a delegate is asked about it; the text is written by ``render()``.
  ///
  /// - Parameters:
  ///   - ranges: what is replaced, ascending. The last of several goes first, so that the offsets of the others stay
  ///     true; the first one is replaced.
  ///   - text: the text before; where it is not the one last written, code has set it, and it is read anew.
  ///   - replacement: what is put there.
  ///   - selection: what is selected before the edit.
  /// - Returns: false where nothing of the edit is of use.
  @usableFromInline
  mutating func take(
    _ ranges: [Range<Int>], of text: String, replacement: String, selection: Range<Int>
  ) -> Bool {
    if !shows(text) { load(text) }
    guard let first = ranges.first else { return false }
    if ranges.count == 1 {
      return edit(
        first, replacement: replacement, key: DeletionKey(deleting: first, from: selection))
    }
    var isTaken = false
    for range in ranges.dropFirst().reversed() {
      isTaken = apply(TextEdit(range: range, replacement: "")) || isTaken
    }
    return edit(first, replacement: replacement, key: nil) || isTaken
  }

  /// Ends editing of a field that shows `text`; false where its text may stay.
  @usableFromInline
  mutating func endEditing(_ text: String) -> Bool {
    let isKnown = shows(text)
    if !isKnown { load(text) }
    return endEditing() || !isKnown
  }
}

extension IncrementalEngine.DeletionKey {
  /// The key that deletes a range: Backspace where the caret stands behind it, Delete where it stands before it; nil
  /// where the range was selected.
  init?(deleting range: Range<Int>, from selection: Range<Int>) {
    guard selection.isEmpty else { return nil }
    if selection.lowerBound == range.upperBound {
      self = .backspace
    } else if selection.lowerBound == range.lowerBound {
      self = .delete
    } else {
      return nil
    }
  }
}
