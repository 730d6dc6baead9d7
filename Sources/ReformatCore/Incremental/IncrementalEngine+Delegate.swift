extension IncrementalEngine {
  /// Takes an edit of a field's text as a delegate is asked about it; the text is written by ``render()``.
  ///
  /// - Parameters:
  ///   - ranges: what is replaced, ascending; of several the first one, while the others are deleted.
  ///   - text: the text before; where it is not the one last written, code has set it, and it is read anew.
  ///   - replacement: what is put there.
  ///   - selection: what is selected before the edit.
  /// - Returns: false if nothing of the edit is of use.
  @usableFromInline
  mutating func take(
    _ ranges: [Range<Int>], of text: String, replacement: String, selection: Range<Int>
  ) -> Bool {
    if !shows(text) {
      return take(ranges, ofForeign: text, replacement: replacement, selection: selection)
    }
    guard let first = ranges.first else { return false }
    if ranges.count == 1 {
      return edit(
        first, replacement: replacement, key: DeletionKey(deleting: first, from: selection))
    }
    return edit(first, and: ranges.dropFirst(), replacement: replacement)
  }

  /// Replaces several ranges: finds what each covers before anything moves, then changes the last first.
  private mutating func edit(
    _ first: Range<Int>, and others: ArraySlice<Range<Int>>, replacement: String
  ) -> Bool {
    let first = geometry.part(of: first)
    let replaced = deletion(first)
    let deleted = others.map { deletion(geometry.part(of: $0)) }.filter { !$0.isEmpty }
    if replacement.isEmpty {
      incoming.clear()
      if replaced.isEmpty, deleted.isEmpty { return false }
    } else {
      guard read(replacement[...], continues: replaced.digits.lowerBound > 0),
        fillsIncoming(isWhole: false)
      else { return false }
    }
    let usable = incoming
    incoming.clear()
    for deletion in deleted.reversed() {
      if symbols.fillsFromRight {
        // All at once, as digits move to other places.
        number.digits.removeSubrange(deletion.digits)
        if deletion.takesSign { number.isNegative = false }
      } else {
        _ = change(deletion, isAfterPoint: false, offset: 0)
      }
    }
    incoming = usable
    let offset = first.lowerBound + replacement.utf16Length
    return change(replaced, isAfterPoint: isAfterPoint(first, replaced), offset: offset)
      || !deleted.isEmpty
  }

  /// Ends editing of a field that shows `text`; false if its text may stay.
  @usableFromInline
  mutating func endEditing(_ text: String) -> Bool {
    let isKnown = shows(text)
    if !isKnown { load(text) }
    // Writing nil would cost a release at each end.
    if foreignText != nil { foreignText = nil }
    return endEditing() || !isKnown
  }
}

extension IncrementalEngine.DeletionKey {
  /// The key that deletes a range: Backspace if the caret is behind it, Delete if the caret is before it; nil if the range
  /// was selected.
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
