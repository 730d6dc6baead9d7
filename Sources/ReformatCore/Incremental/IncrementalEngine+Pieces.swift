/// Texts that arrive in one piece: a paste, a drop, dictation, a committed composition, a keyboard that replaces all.
///
/// None of this is entered for a single key.
extension IncrementalEngine {
  /// Reads a text into ``incoming``; false if nothing of it is of use.
  @inline(never)
  mutating func read(_ text: Substring, continues: Bool) -> Bool {
    if incoming.readKey(text, symbols: symbols) { return !incoming.isEmpty }
    if incoming.readPlainNumber(text, symbols: symbols) { return true }
    guard let read = NumberReader(symbols: symbols).read(text, continues: continues) else {
      return false
    }
    incoming = read
    return true
  }

  /// Takes a text of more than one scalar.
  ///
  /// - Parameters:
  ///   - piece: the text.
  ///   - range: what it replaces.
  ///   - deleted: what of the number that is.
  ///   - isKey: true if the range was not selected: a keyboard may have replaced the whole text for one key.
  /// - Returns: false if it is refused, and all stays as it was.
  @inline(never)
  mutating func insert(
    _ piece: Substring, in range: Range<Int>, deleting deleted: Deletion, isKey: Bool
  ) -> Bool {
    let isWhole =
      deleted.digits.count == number.digits.count && (deleted.takesPoint || !number.hasPoint)
    let isPlain = incoming.readPlainNumber(piece, symbols: symbols)
    if !isPlain, isWhole, isKey, let edit = keystroke(in: range, replacement: piece) {
      return self.edit(edit.range, replacement: edit.replacement[...], key: .backspace)
    }
    guard isPlain || read(piece, continues: deleted.digits.lowerBound > 0) else { return false }
    // A number is not cut short; plain digits inside another number fill the room that there is.
    let isCut = isWhole || incoming.digits.count != piece.unicodeScalars.count
    if isCut, keptDigits(of: incoming) > symbols.maximumDigits - leftDigits(after: deleted) {
      return false
    }
    return change(
      deleted,
      isAfterPoint: number.hasPoint && !deleted.takesPoint && range.lowerBound >= geometry.pointEnd,
      offset: range.lowerBound + piece.utf16.count)
  }

  /// Takes a text as one number, if it replaced the text before it; only where that is not known this is asked.
  ///
  /// - Parameters:
  ///   - text: the whole text.
  ///   - piece: the part that is new.
  ///   - removed: the part of the text before that is gone.
  /// - Returns: false if the text is no number, or if the new part is plain digits.
  @inline(never)
  mutating func takeWhole(_ text: String, piece: Substring, removed: Range<Int>) -> Bool {
    let scalars = piece.unicodeScalars
    guard scalars.count > 1 || !removed.isEmpty,
      scalars.contains(where: { $0.asciiDigit(zero: symbols.zero) == nil })
    else { return false }
    let right = number.digits.count - geometry.digits(beginningBefore: removed.upperBound)
    if !incoming.readPlainNumber(text[...], symbols: symbols) {
      guard let read = NumberReader(symbols: symbols).read(text[...], allowsTyping: false) else {
        return false
      }
      incoming = read
    }
    guard keptDigits(of: incoming) <= symbols.maximumDigits else { return false }
    let all = Deletion(0..<geometry.end, in: geometry, number: number)
    let end = removed.lowerBound + piece.utf16.count
    guard change(all, isAfterPoint: false, offset: end) else { return false }
    if right > 0 { placeCaret(behind: max(0, number.digits.count - right), near: end) }
    return true
  }

  /// How many digits of a text are left once the fraction is cut.
  private func keptDigits(of read: IncomingText) -> Int {
    guard let point = read.pointIndex else { return read.digits.count }
    return point + min(read.digits.count - point, symbols.maximumFractionDigits)
  }

  private func leftDigits(after deleted: Deletion) -> Int {
    number.digits.count - deleted.digits.count
  }

  /// The one digit that was typed or deleted, if that is all that a keyboard changed when it replaced the whole text.
  private func keystroke(in range: Range<Int>, replacement: Substring) -> TextEdit? {
    let text = self.text
    let start = text.index(utf16Offset: range.lowerBound)
    let old = text[start..<text.index(utf16Offset: range.upperBound)]
    let edit = TextEdit(from: String(old), to: String(replacement))
    let lower = range.lowerBound + edit.range.lowerBound
    let changed = lower..<lower + edit.range.count
    let scalars = edit.replacement.unicodeScalars
    if changed.isEmpty, scalars.count == 1, scalars.first?.asciiDigit(zero: symbols.zero) != nil,
      !old.isEmpty
    {
      return TextEdit(range: changed, replacement: edit.replacement)
    }
    let deletion = Deletion(changed, in: geometry, number: number)
    guard scalars.isEmpty, deletion.digits.count == 1, changed.count == symbols.digitWidth else {
      return nil
    }
    return TextEdit(range: changed, replacement: "")
  }
}
