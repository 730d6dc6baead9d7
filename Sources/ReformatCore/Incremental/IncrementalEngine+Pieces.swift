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

  /// Takes a text that is not just a digit.
  ///
  /// - Returns: false if it is refused, and all stays as it was.
  @inline(never)
  mutating func insert(_ piece: Substring, in range: Range<Int>, deleting deleted: Deletion) -> Bool
  {
    let offset = range.lowerBound + piece.utf16Length
    if incoming.readKey(piece, symbols: symbols) {
      return !incoming.isEmpty
        && change(deleted, isAfterPoint: isAfterPoint(range, deleted), offset: offset)
    }
    let isWhole =
      deleted.digits.count == number.digits.count && (deleted.takesPoint || !number.hasPoint)
    let isPlain = incoming.readPlainNumber(piece, symbols: symbols)
    if !isPlain || isBeyondTill, isWhole, let key = keystroke(in: range, replacement: piece) {
      guard edit(key.range, replacement: key.replacement, key: .backspace) else { return false }
      placeCaret(behind: number.digits.count, near: offset)
      return true
    }
    guard isPlain || read(piece, continues: deleted.digits.lowerBound > 0),
      fillsIncoming(isWhole: isWhole)
    else { return false }
    // It is one number, so one sign.
    if incoming.hasMinus, number.isNegative, !deleted.takesSign { return false }
    // A number is not cut short; plain digits inside another number fill the room that there is.
    let isCut = isWhole || incoming.digits.count != piece.unicodeScalars.count
    if isCut, keptDigits(of: incoming) > symbols.maximumDigits - leftDigits(after: deleted) {
      return false
    }
    return change(deleted, isAfterPoint: isAfterPoint(range, deleted), offset: offset)
  }

  /// Takes a text of more than one scalar, if only the texts before and after are known.
  ///
  /// - Parameters:
  ///   - piece: the part that is new.
  ///   - text: the whole text.
  ///   - removed: the part of the text before that is gone.
  /// - Returns: false if it is refused, and all stays as it was.
  @inline(never)
  mutating func insert(_ piece: Substring, of text: String, inPlaceOf removed: Range<Int>) -> Bool {
    // Of an amount that was pasted over another one, no more than the currency may be new.
    let scalars = piece.unicodeScalars
    let isFirst = text[..<piece.startIndex].unicodeScalars.allSatisfy {
      $0.properties.generalCategory == .format
    }
    let isSeparator = scalars.first.flatMap { Separators($0) ?? symbols.ownKind(of: $0) } != nil
    let isSymbol = isFirst && !isDigit(scalars.first) && !isSeparator
    // No key types a no-break space, which some locales have in front of a number and not of a negative one.
    let isNoBreakSpace = scalars.first == "\u{A0}" || scalars.first == "\u{202F}"
    let mayBeWhole =
      !scalars.dropFirst().isEmpty || (isNoBreakSpace && !removed.isEmpty)
      || (isSymbol && symbols.fillsFromRight && !removed.isEmpty)
      || ((isSymbol || removed.lowerBound == 0) && hasPrefix(text))
    // A text without the decimal point that a till shows was pasted over it.
    let takesPoint =
      symbols.fillsFromRight && removed.overlaps(geometry.integerEnd..<geometry.pointEnd)
    // The piece lacks a parenthesis that equals the one it replaces, so the whole text is read.
    let takesSign =
      number.isNegative && !geometry.closingSign(symbols.negativeWidths).isEmpty
      && deletion(removed).takesSign
    // What separates the digits behind a signed piece is the engine's own.
    let isBeforeGroups = text[piece.endIndex...].unicodeScalars.contains {
      symbols.isGroup($0) && !symbols.fillsFromRight
    }
    let isOther = !scalars.allSatisfy { isDigit($0) || ($0.isMinus && isBeforeGroups) }
    // A digit over a part of a till is a key: `€1` is a cent, as it is without the sign.
    let isTillKey =
      symbols.fillsFromRight && scalars.dropFirst().isEmpty && isDigit(scalars.first)
    let isPart = piece.utf8.count < text.utf8.count && !isTillKey
    if (takesSign && isPart) || ((takesPoint || takesSign || isOther) && mayBeWhole) {
      if takeWhole(text, piece: piece, removed: removed) { return true }
      // In front of a prefix the whole is no number, nor in the middle. Any other such text was pasted over all.
      let isKey = scalars.dropFirst().isEmpty
      guard
        isKey || isInside(removed, scalars) || scalars.allSatisfy({ isDigit($0) || isSign($0) })
      else { return false }
    }
    return insert(piece, in: removed, deleting: deletion(removed))
  }

  /// True if a text from digit to digit went between two digits.
  private func isInside(_ removed: Range<Int>, _ scalars: Substring.UnicodeScalarView) -> Bool {
    let left = geometry.digits(endingBefore: removed.lowerBound)
    return removed.isEmpty && left > 0 && left < number.digits.count && isDigit(scalars.first)
      && isDigit(scalars.last)
  }

  /// Takes the whole text as one number, as if it had replaced the text before it; false if it is not a number.
  private mutating func takeWhole(_ text: String, piece: Substring, removed: Range<Int>) -> Bool {
    let scalars = piece.unicodeScalars
    let right = number.digits.count - geometry.digits(beginningBefore: removed.upperBound)
    // The digits behind a pasted exponent are not its own.
    if right > 0, isDigit(scalars.last), hasExponent(scalars) { return false }
    // What is left of a text that was pasted over all of another one need not be a number.
    let isWhole =
      right == 0 || geometry.digits(endingBefore: removed.lowerBound) == 0
      || !readNotation(piece)
    guard readNotation(text[...]), !isBeyondTill,
      keptDigits(of: incoming) <= symbols.maximumDigits
    else { return false }
    // Behind digits a minus is that of a piece, which has none there; that of `25,-` is no minus.
    if incoming.hasMinus, geometry.digits(endingBefore: removed.lowerBound) > 0,
      scalars.contains(where: isSign)
    {
      return false
    }
    if incoming.pointIndex == nil, piece.endIndex == text.endIndex, endsWithPointKey(scalars) {
      incoming.pointIndex = incoming.digits.count
    }
    guard fillsIncoming(isWhole: true) else { return false }
    let all = deletion(0..<geometry.end)
    let end = removed.lowerBound + piece.utf16Length
    guard change(all, isAfterPoint: false, offset: end) else { return false }
    // Digits at the end that both texts have may be those before or may have been pasted.
    if !isWhole, !symbols.fillsFromRight {
      placeCaret(behind: max(0, number.digits.count - right), near: end)
    }
    return true
  }

  /// True if a text begins with the prefix of a number that is not negative.
  private func hasPrefix(_ text: String) -> Bool {
    let prefix = symbols.positive.prefix.scalars
    return !prefix.isEmpty && text.unicodeScalars.starts(with: prefix)
  }

  func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
    scalar?.asciiDigit(zero: symbols.zero) != nil
  }

  private func isSign(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isMinus || scalar.isPlus || scalar == "(" || scalar == ")"
  }

  private func hasExponent(_ scalars: Substring.UnicodeScalarView) -> Bool {
    zip(scalars, scalars.dropFirst()).contains { isDigit($0) && ["e", "E", "^"].contains($1) }
  }

  /// True if a text ends with a key that is a decimal point if it is typed behind a digit.
  private func endsWithPointKey(_ scalars: Substring.UnicodeScalarView) -> Bool {
    guard symbols.maximumFractionDigits > 0, isDigit(scalars.dropLast().last),
      let kind = scalars.last.flatMap({ Separators($0) ?? symbols.ownKind(of: $0) })
    else { return false }
    return symbols.notation.pointKeys.contains(kind)
  }

  /// Reads a text into ``incoming`` if a notation reads all of it.
  private mutating func readNotation(_ text: Substring) -> Bool {
    if incoming.readPlainNumber(text, symbols: symbols) { return true }
    guard let read = NumberReader(symbols: symbols).read(text) else {
      return false
    }
    incoming = read
    return true
  }

  /// The number of digits of a text that are left once the fraction is cut.
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
    if changed.isEmpty, scalars.count == 1, isDigit(scalars.first),
      !old.isEmpty
    {
      return TextEdit(range: changed, replacement: edit.replacement)
    }
    let deletion = deletion(changed)
    guard scalars.isEmpty, deletion.digits.count == 1, changed.count == symbols.digitWidth else {
      return nil
    }
    return TextEdit(range: changed, replacement: "")
  }
}
