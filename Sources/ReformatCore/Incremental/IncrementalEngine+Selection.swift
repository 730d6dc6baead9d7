extension IncrementalEngine {
  /// The outcome of an edit that was made before the engine was asked.
  @usableFromInline
  enum Outcome {
    /// There was none.
    case none
    /// Nothing of it is of use; the text from before is to be shown again.
    case refused(String)
    /// The number has changed; the text is written by ``render()``.
    case taken
  }

  /// Takes the edit that leads from the text before to another, as behind a delegate.
  ///
  /// - Returns: nil if the selection does not fit the texts; then nothing has changed.
  @usableFromInline
  mutating func takeEdit(to text: String, selection: SelectionChange) -> Outcome? {
    let old = foreignText ?? self.text
    if old.isSame(as: text) { return Outcome.none }
    let before = selection.before
    let lower = min(before.lowerBound, selection.caret)
    let upper = old.utf16Length - text.utf16Length + selection.caret
    // Keys replace the selection, or what is before the caret; Delete takes what is behind it.
    let isAtSelection =
      upper == before.upperBound && (before.isEmpty || lower == before.lowerBound)
    guard isAtSelection || (before.isEmpty && before.lowerBound == selection.caret),
      lower >= 0, lower <= upper, selection.caret <= text.utf16Length
    else { return nil }
    let removed = old.index(utf16Offset: lower)..<old.index(utf16Offset: upper)
    let added = text.index(utf16Offset: lower)..<text.index(utf16Offset: selection.caret)
    guard old.utf8[..<removed.lowerBound].elementsEqual(text.utf8[..<added.lowerBound]),
      old.utf8[removed.upperBound...].elementsEqual(text.utf8[added.upperBound...])
    else { return nil }
    let piece = String(text[added])
    if foreignText == nil {
      let key = DeletionKey(deleting: lower..<upper, from: before)
      return edit(lower..<upper, replacement: piece, key: key) ? .taken : .refused(old)
    }
    if take([lower..<upper], ofForeign: old, replacement: piece, selection: before) {
      return .taken
    }
    load(old)
    return .refused(old)
  }
}
