import ReformatCore

/// The text of a field, without the behaviour of its toolkit.
struct EditedText: EditableText {
  var text: String
  var selection: Range<Int>
  var markedText: MarkedText?

  /// Makes a text in memory of its own, with the caret at its end.
  init(storing text: String) {
    self.text = String(storing: text)
    let end = text.utf16Length
    selection = end..<end
  }

  /// Copies a text from code if it is different, and puts the caret at its end.
  ///
  /// - Returns: true if it was different.
  mutating func assign(_ newText: String) -> Bool {
    guard !newText.isSame(as: text) else { return false }
    text.store(newText)
    let end = text.utf16Length
    selection = end..<end
    return true
  }
}
