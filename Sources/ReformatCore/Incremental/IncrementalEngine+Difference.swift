extension IncrementalEngine {
  /// Takes the edit that leads from the text last written to another; the text is written by ``render()``.
  ///
  /// Where nothing of it is of use the number stays, and the caret goes back to where the edit began.
  ///
  /// - Returns: false where the texts are the same.
  @usableFromInline
  mutating func takeDifference(to text: String) -> Bool {
    if shows(text) { return false }
    let edit = Self.difference(from: self.text, to: text)
    if !self.edit(edit.range, replacement: edit.replacement, key: .backspace) {
      placeCaret(at: edit.range.lowerBound)
    }
    return true
  }

  private static func difference(from old: String, to new: String) -> TextEdit {
    var (old, new) = (old, new)
    return old.withUTF8 { old in new.withUTF8 { new in difference(from: old, to: new) } }
  }

  private static func difference(
    from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>
  ) -> TextEdit {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    while start > 0,
      start < old.count && old[start].isContinuation
        || start < new.count && new[start].isContinuation
    { start -= 1 }
    var common = 0
    while common < shorter - start, old[old.count - 1 - common] == new[new.count - 1 - common] {
      common += 1
    }
    while common > 0, old[old.count - common].isContinuation { common -= 1 }
    let kept = UnsafeBufferPointer(rebasing: old[..<start])
    let removed = UnsafeBufferPointer(rebasing: old[start..<old.count - common])
    let added = UnsafeBufferPointer(rebasing: new[start..<new.count - common])
    let lower = kept.utf16Count
    return TextEdit(
      range: lower..<lower + removed.utf16Count,
      replacement: String(decoding: added, as: UTF8.self))
  }
}

extension UInt8 {
  /// Whether a byte of UTF-8 goes on with a scalar that began before it.
  fileprivate var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many UTF-16 code units these bytes of UTF-8 are: one a scalar, two where it takes four bytes.
  fileprivate var utf16Count: Int {
    var count = 0
    for byte in self {
      if !byte.isContinuation { count += 1 }
      if byte >= 0b1111_0000 { count += 1 }
    }
    return count
  }
}
