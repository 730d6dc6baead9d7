/// Texts with `|` at the caret, `1,2|34`, or two of them around a selection, `1|,2|34`.
///
/// So nobody needs to count code units.
package enum CaretNotation {
  /// Reads the text without the marks, and the selection that they mean; the selection is nil if there are no marks.
  ///
  /// - Returns: nil if there are more than two marks.
  package static func read(_ written: String) -> (text: String, selection: Range<Int>?)? {
    let parts = written.split(separator: "|", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    let text = parts.joined()
    guard parts.count > 1 else { return (text, nil) }
    let start = parts[0].utf16.count
    return (text, start..<start + (parts.count == 3 ? parts[1].utf16.count : 0))
  }

  /// Writes the text with the marks; nil if it has a `|` of its own, or the selection is not inside it.
  package static func write(_ text: String, _ selection: Range<Int>?) -> String? {
    guard !text.contains("|") else { return nil }
    guard let selection else { return text }
    let units = text.utf16
    guard
      let start = units.index(
        units.startIndex, offsetBy: selection.lowerBound, limitedBy: units.endIndex),
      let end = units.index(start, offsetBy: selection.count, limitedBy: units.endIndex)
    else { return nil }
    return text[..<start] + "|" + (selection.isEmpty ? "" : text[start..<end] + "|") + text[end...]
  }
}
