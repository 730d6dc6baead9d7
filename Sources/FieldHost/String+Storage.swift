import ReformatCore

/// A string as the memory of a field: it keeps its block, and texts are copied into it.
///
/// Holding on to a string that was handed over instead would make it shared, and the next change of it would
/// allocate.
extension String {
  /// More than a number of 38 digits takes in any script.
  private static let storedBytes = 255

  /// A string with room for what a field commonly holds.
  init(storing text: String) {
    self = ""
    reserveCapacity(Self.storedBytes)
    append(text)
  }

  /// Takes over the characters of another string; its own block stays.
  mutating func store(_ text: String) {
    removeAll(keepingCapacity: true)
    append(text)
  }

  /// The part with these UTF-16 offsets, cut off at the end.
  func substring(utf16 range: Range<Int>) -> String {
    String(self[index(utf16Offset: range.lowerBound)..<index(utf16Offset: range.upperBound)])
  }
}
