import ReformatCore

/// A string as the memory of a field: it keeps its block, and texts are copied into it.
///
/// Storing a string that was passed in would make it shared instead, and the next change of it would allocate.
extension String {
  /// More bytes than a number of 38 digits takes in any script.
  private static let storedBytes = 255

  /// Makes a string with room for the usual contents of a field.
  init(storing text: String) {
    self = ""
    reserveCapacity(Self.storedBytes)
    append(text)
  }

  /// Copies the characters of another string; its own block stays.
  mutating func store(_ text: String) {
    removeAll(keepingCapacity: true)
    append(text)
  }

  /// The part with these UTF-16 offsets, cut off at the end.
  func substring(utf16 range: Range<Int>) -> String {
    String(self[index(utf16Offset: range.lowerBound)..<index(utf16Offset: range.upperBound)])
  }
}
