import ReformatCore

/// What stands in a field, and nothing of what its toolkit makes of it.
struct EditedText: EditableText {
  var text: String
  var selection: Range<Int>
  var markedText: MarkedText?

  /// A text in memory of its own, the caret behind it.
  init(storing text: String) {
    self.text = String(storing: text)
    let end = text.utf16Length
    selection = end..<end
  }

  /// Takes over a text from code where it is another, and leaves the caret at its end.
  ///
  /// - Returns: whether it was another.
  mutating func assign(_ newText: String) -> Bool {
    guard !newText.isSame(as: text) else { return false }
    text.store(newText)
    let end = text.utf16Length
    selection = end..<end
    return true
  }
}
