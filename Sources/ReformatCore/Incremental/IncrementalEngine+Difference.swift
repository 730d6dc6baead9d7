extension IncrementalEngine {
  /// Takes the edit that leads from the text last written to another; the text is written by ``render()``.
  ///
  /// Where nothing of it is of use the number stays, and the caret goes back to where the edit began.
  ///
  /// - Returns: false if the texts are the same.
  @usableFromInline
  mutating func takeDifference(to text: String) -> Bool {
    if shows(text) {
      if foreignText != nil { foreignText = nil }
      return false
    }
    if let foreignText {
      takeDifference(from: foreignText, to: text)
    } else {
      let difference = Difference(from: self.text, to: text)
      take(difference, inPlaceOf: difference.removed, to: text)
    }
    return true
  }

  /// Takes a difference; `removed` is what of the engine's own text is gone.
  mutating func take(_ difference: Difference, inPlaceOf removed: Range<Int>, to text: String) {
    let lower = text.utf8.index(text.startIndex, offsetBy: difference.start)
    let upper = text.utf8.index(text.endIndex, offsetBy: -difference.end)
    let piece = text[lower..<upper]
    let isTaken =
      switch difference.kind {
      case .key: edit(removed, replacement: String(piece), key: nil)
      case .deletion: delete(removed, leaving: text)
      case .piece: insert(piece, of: text, inPlaceOf: removed)
      }
    if isTaken { return }
    // Over the whole of `€5` another 5 was typed, if it was not Backspace behind the prefix.
    if difference.kind == .deletion, number.digits.count == 1,
      removed == 0..<geometry.integerStart
    {
      placeCaret(behind: 1, near: removed.lowerBound)
    } else {
      placeCaret(at: removed.lowerBound)
    }
  }

  private mutating func delete(_ removed: Range<Int>, leaving text: String) -> Bool {
    // A minus typed over one with marks of direction is still one.
    if number.isLoneSign, text.utf16Length == 1, text.unicodeScalars.first?.isMinus == true {
      return false
    }
    // A key deletes one character.
    let isKey =
      removed.count == 1 || removed.count == symbols.groupWidth || isOneLetterOfAffix(removed)
    return edit(removed, replacement: "", key: isKey ? .backspace : nil)
  }

  /// True if a range is one letter of the prefix or suffix as a user sees it, such as one with a vowel sign.
  private func isOneLetterOfAffix(_ range: Range<Int>) -> Bool {
    let geometry = self.geometry
    guard range.upperBound <= geometry.integerStart || range.lowerBound >= geometry.fractionEnd
    else { return false }
    let text = self.text
    let start = text.index(utf16Offset: range.lowerBound)
    return text[start..<text.index(utf16Offset: range.upperBound)].dropFirst().isEmpty
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

/// The part between the longest common beginning of two texts and the longest common end of the rest.
struct Difference {
  /// The ways that may have led from one text to the other.
  enum Kind {
    /// One scalar was typed.
    case key
    /// Something was deleted.
    case deletion
    /// A text arrived, or something was replaced.
    case piece
  }

  let kind: Kind
  /// The number of bytes of UTF-8 that the texts share at the beginning and at the end, scalars whole.
  let start: Int
  let end: Int
  /// The part of the old text that is gone, in UTF-16 code units.
  let removed: Range<Int>

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
    if start + end == new.count {
      kind = .deletion
    } else if start + end == old.count, new.isScalar(start..<new.count - end) {
      kind = .key
    } else {
      kind = .piece
    }
    let lower = UnsafeBufferPointer(rebasing: old[..<start]).utf16Count
    let count = UnsafeBufferPointer(rebasing: old[start..<old.count - end]).utf16Count
    removed = lower..<lower + count
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isInsideScalar(_ index: Int) -> Bool {
    index < count && self[index].isContinuation
  }
  /// True if a range that begins with a scalar has no other one.
  fileprivate func isScalar(_ range: Range<Int>) -> Bool {
    range.count <= 4 && range.dropFirst().allSatisfy { self[$0].isContinuation }
  }
}
