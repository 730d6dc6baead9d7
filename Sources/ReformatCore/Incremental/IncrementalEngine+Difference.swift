extension IncrementalEngine {
  /// Takes the edit that leads from the text last written to another; the text is written by ``render()``.
  ///
  /// Where nothing of it is of use the number stays, and the caret goes back to where the edit began.
  ///
  /// - Returns: false where the texts are the same.
  @usableFromInline
  mutating func takeDifference(to text: String) -> Bool {
    if shows(text) { return false }
    if foreignText != nil {
      takeForeignDifference(to: text)
    } else {
      let difference = Difference(from: self.text, to: text)
      take(difference, removed: difference.removed, in: text)
    }
    return true
  }

  @inline(never)
  private mutating func takeForeignDifference(to text: String) {
    guard let foreignText else { return }
    let difference = Difference(from: foreignText, to: text)
    let isDeleted = difference.count(in: text) == 0
    let removed = own(
      difference.removed, isDeleted: isDeleted, key: isKey(difference) ? .backspace : nil)
    take(difference, removed: removed, in: text)
  }

  /// Takes a difference, of which `removed` is the range of the engine's own text.
  private mutating func take(_ difference: Difference, removed: Range<Int>, in text: String) {
    let lower = text.utf8.index(text.startIndex, offsetBy: difference.start)
    let upper = text.utf8.index(text.endIndex, offsetBy: -difference.end)
    let piece = text[lower..<upper]
    if piece.isEmpty {
      // Without its marks of direction a minus alone is the same.
      if number.isLoneSign, text.utf16Length == 1, text.unicodeScalars.first?.isMinus == true {
        return placeCaret(at: Int.max)
      }
      let isKey = isKey(difference)
      if edit(removed, replacement: piece, key: isKey ? .backspace : nil) { return }
      // Before the number only Delete has anything to delete.
      if isKey, edit(removed, replacement: piece, key: .delete) { return }
    } else if !piece.isOneDigit, takeWhole(text, piece: piece, removed: removed) {
      return
    } else if edit(removed, replacement: piece, key: nil) {
      return
    }
    placeCaret(at: removed.lowerBound)
  }

  /// A key deletes one character.
  private func isKey(_ difference: Difference) -> Bool {
    difference.removed.count == 1 || difference.removed.count == symbols.groupWidth
  }
}

extension Substring {
  /// True for one digit of ASCII, the most common key.
  fileprivate var isOneDigit: Bool {
    utf8.count == 1 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(utf8[startIndex])
  }
}

extension TextEdit {
  /// The shortest edit that leads from one text to another, as far to the end as it can be.
  ///
  /// Where in a run of equal characters one was typed or deleted, texts do not tell.
  public init(from old: String, to new: String) {
    let difference = Difference(from: old, to: new)
    let lower = new.utf8.index(new.startIndex, offsetBy: difference.start)
    let upper = new.utf8.index(new.endIndex, offsetBy: -difference.end)
    self.init(range: difference.removed, replacement: String(new[lower..<upper]))
  }
}

/// What lies between the longest common beginning of two texts and the longest common end of the rest.
struct Difference {
  /// How many bytes of UTF-8 the texts share at the beginning and at the end, scalars whole.
  let start: Int
  let end: Int
  /// What of the old text is gone, in UTF-16 code units.
  let removed: Range<Int>

  /// The number of bytes of the new text between the two.
  func count(in new: String) -> Int { new.utf8.count - start - end }

  init(from old: String, to new: String) {
    var (old, new) = (old, new)
    self = old.withUTF8 { old in new.withUTF8 { new in Difference(from: old, to: new) } }
  }

  private init(from old: UnsafeBufferPointer<UInt8>, to new: UnsafeBufferPointer<UInt8>) {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    while start > 0, old.isInsideScalar(start) || new.isInsideScalar(start) { start -= 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, old[old.count - end].isContinuation { end -= 1 }
    self.start = start
    self.end = end
    let lower = UnsafeBufferPointer(rebasing: old[..<start]).utf16Count
    let count = UnsafeBufferPointer(rebasing: old[start..<old.count - end]).utf16Count
    removed = lower..<lower + count
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isInsideScalar(_ index: Int) -> Bool {
    index < count && self[index].isContinuation
  }
}
