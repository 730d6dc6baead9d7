/// Text, caret and value of a number field after each edit, without a round trip through a parser and a formatter.
///
/// The engine keeps the digits, the sign and the decimal point as typed, and writes the text from them. It is a value:
/// what an edit leads to depends on nothing but the state before and the edit.
///
/// An edit is taken in two steps, so that each can be measured: ``edit(_:replacement:key:)`` changes the number,
/// ``render()`` writes it. ``apply(_:key:)`` does both.
public struct IncrementalEngine: Sendable {
  /// The number as typed.
  public internal(set) var number = TypedNumber()

  /// The power of ten between the number and its value.
  public let scale: Int

  let symbols: EncodedSymbols
  /// The text as last written: one that fits into a string without memory of its own, else the other.
  var shortText = ""
  var longText = ""
  var isLong = false
  /// The places of the parts of the text as last written.
  var geometry: TextGeometry
  /// The text that was last read, if it is not written as the engine writes it; nil once an edit was taken.
  var foreignText: String?
  var incoming = IncomingText()
  /// The new place of the caret.
  var caretTarget = CaretTarget()
  var ownSeparator = OwnSeparator.none

  /// The caret in words that a rewritten text leaves true.
  struct CaretTarget: Hashable, Sendable {
    /// The number of digits before it.
    var digits = 0
    /// True if it is behind the decimal point.
    var isAfterPoint = false
    /// The caret after the bare edit, in UTF-16 code units: of two places around a separator the nearer one is taken.
    var offset = 0
  }

  /// The key that deleted something: it decides what becomes of a separator that was deleted.
  public enum DeletionKey: Hashable, Sendable {
    /// Backspace: the digit before the separator goes.
    case backspace
    /// Delete: the digit behind the separator goes.
    case delete
  }

  /// An engine for a field that shows what a text means.
  public init(format: IncrementalFormat, text: String = "") {
    symbols = EncodedSymbols(format)
    scale = symbols.scale
    geometry = TextGeometry(symbols)
    reserveText()
    load(text)
  }

  /// The format in which the number is written.
  public var format: IncrementalFormat { symbols.format }

  /// Forgets the number and takes the one that a text means, or none.
  public mutating func load(_ text: String) {
    clear()
    if !read(text[...], continues: false) { incoming.clear() }
    takeIncoming()
    if !shows(text) { foreignText = text }
  }

  /// Forgets the number.
  mutating func clear() {
    foreignText = nil
    ownSeparator = .none
    number = TypedNumber()
    geometry = TextGeometry(symbols)
    incoming.clear()
  }

  /// Writes what came into an engine without a number; the limit of whole digits is one of edits.
  mutating func takeIncoming() {
    _ = fillsIncoming(isWhole: true)
    let count = min(incoming.digits.count, symbols.maximumDigits)
    number.digits.append(contentsOf: incoming.digits.prefix(count))
    number.pointIndex = incoming.pointIndex.map { min($0, count) }
    number.isNegative = incoming.hasMinus
    cutFraction()
    caretTarget = CaretTarget(digits: count, isAfterPoint: number.hasPoint, offset: Int.max)
    if symbols.fillsFromRight { settleTill() }
    render()
  }

  /// The caret after the last edit, in UTF-16 code units of the text then written.
  public var caret: Int { caretInText }

  @inline(__always)
  var caretInText: Int {
    let places = geometry.carets(
      behind: min(caretTarget.digits, number.digits.count), isAfterPoint: caretTarget.isAfterPoint)
    return min(max(caretTarget.offset, places.lowerBound), places.upperBound)
  }

  /// Takes an edit and writes the text anew.
  ///
  /// - Returns: false if nothing of the edit is of use, and all stays as it was.
  @discardableResult
  public mutating func apply(_ edit: TextEdit, key: DeletionKey? = nil) -> Bool {
    guard self.edit(edit.range, replacement: edit.replacement, key: key) else { return false }
    foreignText = nil
    render()
    return true
  }

  /// Takes an edit; the text is that from before until ``render()`` is called.
  ///
  /// - Parameters:
  ///   - range: what is replaced, in UTF-16 code units of the text; what is beyond its end is left out.
  ///   - replacement: what is put there.
  ///   - key: which key deleted, if one did.
  /// - Returns: false if nothing of the edit is of use, and all stays as it was.
  public mutating func edit(_ range: Range<Int>, replacement: String, key: DeletionKey?) -> Bool {
    let range = geometry.part(of: range)
    let deleted = deletion(range)
    if replacement.isEmpty { return delete(deleted, at: range, key: key) }
    guard let digit = replacement.asciiDigit else {
      return insert(replacement[...], in: range, deleting: deleted)
    }
    incoming.take(digit)
    return change(
      deleted, isAfterPoint: isAfterPoint(range, deleted), offset: range.lowerBound + 1)
  }

  private mutating func delete(_ deleted: Deletion, at range: Range<Int>, key: DeletionKey?) -> Bool
  {
    var deleted = deleted
    var offset = range.lowerBound
    // The point of a till is protected as separators of groups are.
    if symbols.fillsFromRight { deleted.takesPoint = false }
    if deleted.isEmpty {
      guard let key, !range.isEmpty else { return false }
      deleted.passProtected(range, key: key, in: geometry, number: number, sign: sign)
      guard !deleted.isEmpty else { return false }
      if key == .backspace, !deleted.digits.isEmpty { offset -= symbols.digitWidth }
    }
    incoming.clear()
    return change(deleted, isAfterPoint: isAfterPoint(range, deleted), offset: offset)
  }

  /// True if what replaces a range is in the fraction.
  @inline(__always)
  func isAfterPoint(_ range: Range<Int>, _ deleted: Deletion) -> Bool {
    number.hasPoint && !deleted.takesPoint && range.lowerBound >= geometry.pointEnd
  }

  /// Returns the part of the number that a range covers; a digit or minus that is covered in part counts as covered.
  @inline(__always)
  func deletion(_ range: Range<Int>) -> Deletion {
    let lower = geometry.digits(endingBefore: range.lowerBound)
    var deletion = Deletion(digits: lower..<lower)
    if range.isEmpty { return deletion }
    deletion.digits = lower..<max(lower, geometry.digits(beginningBefore: range.upperBound))
    deletion.takesPoint =
      number.hasPoint && range.lowerBound < geometry.pointEnd
      && range.upperBound > geometry.integerEnd
    deletion.takesSign =
      number.isNegative
      && (range.overlaps(sign) || range.overlaps(geometry.closingSign(symbols.negativeWidths)))
    return deletion
  }

  /// The minus with its marks, or the parenthesis that opens; empty if there is none.
  var sign: Range<Int> {
    number.isNegative ? geometry.sign(of: number, symbols: symbols) : 0..<0
  }

  /// Deletes, inserts what came in, and settles point, sign and limits.
  ///
  /// - Returns: false if nothing of the edit is of use, or a limit leaves nothing of it; then nothing has changed.
  mutating func change(_ deleted: Deletion, isAfterPoint: Bool, offset: Int) -> Bool {
    var isAfterPoint = isAfterPoint
    if ownSeparator != .none {
      guard readSeparatorAgain(deleted, isAfterPoint: isAfterPoint) else { return false }
      isAfterPoint = isAfterPoint && number.hasPoint
    }
    if symbols.isRuled, let isDone = changeByRules(deleted, isAfterPoint: isAfterPoint) {
      return isDone
    }
    let place = deleted.digits.lowerBound
    let left = number.digits.count - deleted.digits.count
    let room = max(0, symbols.maximumDigits - left)
    let count = min(incoming.digits.count, room)
    let isLimited = count == 0 && !incoming.digits.isEmpty
    if isLimited, deleted.isEmpty, incoming.pointIndex == nil, !incoming.hasMinus { return false }

    var point = deleted.takesPoint ? nil : number.pointIndex
    if let old = point {
      point = old <= place ? old : max(place, old - deleted.digits.count)
    }
    if let new = incoming.pointIndex, point == nil || !isAfterPoint {
      // A new point does not push out digits that were there.
      let behind = left - place
      if behind > 0, count - min(new, count) + behind > symbols.maximumFractionDigits {
        return false
      }
    }
    number.digits.replace(deleted.digits, with: incoming.digits, count: count)
    // Of two points the earlier one wins.
    if let old = point, !isAfterPoint {
      point = incoming.pointIndex.map { place + min($0, count) } ?? old + count
    } else if point == nil, let new = incoming.pointIndex {
      point = place + min(new, count)
      ownSeparator = incoming.isOwnSeparator && place == left ? .point : .none
    }
    number.pointIndex = point
    if deleted.takesSign { number.isNegative = false }
    if incoming.hasMinus { number.isNegative.toggle() }
    cutFraction()
    caretTarget = CaretTarget(
      digits: place + count, isAfterPoint: isAfterPoint || incoming.pointIndex != nil,
      offset: offset)
    return true
  }

  /// Fraction digits beyond the limit are cut, never rounded.
  private mutating func cutFraction() {
    guard number.hasPoint else { return }
    let excess = number.fractionCount - symbols.maximumFractionDigits
    if excess > 0 { number.digits.removeLast(excess) }
    if symbols.maximumFractionDigits == 0 { number.pointIndex = nil }
  }

  /// Puts the caret behind a number of digits, as near as it may be to an offset of the text.
  mutating func placeCaret(behind digits: Int, near offset: Int) {
    caretTarget = CaretTarget(
      digits: digits, isAfterPoint: number.hasPoint && digits > number.integerCount, offset: offset)
  }

  /// Puts the caret as near as possible to an offset of the text.
  mutating func placeCaret(at offset: Int) {
    caretTarget = CaretTarget(
      digits: geometry.digits(endingBefore: offset),
      isAfterPoint: number.hasPoint && offset >= geometry.pointEnd, offset: offset)
  }

  /// Ends editing: a trailing point goes, and so do zeros in front, a lone minus or point and the minus of a zero; a zero is
  /// put before a leading point if there is room for a digit.
  ///
  /// Zeros at the end stay as typed, unless the format says otherwise.
  ///
  /// - Returns: false if nothing had to change.
  @discardableResult
  public mutating func endEditing() -> Bool {
    ownSeparator = .none
    let before = (number.digits.count, number.pointIndex, number.isNegative)
    if number.fractionCount == 0 { number.pointIndex = nil }
    let zeros =
      number.digits.first == UInt8(ascii: "0")
      ? min(number.leadingZeros, number.integerCount - 1) : 0
    if zeros > 0 {
      number.digits.removeFirst(zeros)
      number.pointIndex = number.pointIndex.map { $0 - zeros }
    } else if number.hasPoint, number.integerCount == 0,
      number.digits.count < symbols.maximumDigits
    {
      number.digits.insert(UInt8(ascii: "0"), at: 0)
      number.pointIndex = 1
    }
    settleFraction()
    if number.isNegative, number.digits.allSatisfy({ $0 == UInt8(ascii: "0") }) {
      number.isNegative = false
    }
    guard before != (number.digits.count, number.pointIndex, number.isNegative) else {
      return false
    }
    caretTarget = CaretTarget(
      digits: number.digits.count, isAfterPoint: number.hasPoint, offset: Int.max)
    render()
    return true
  }
}

extension String {
  /// The digit, if the text is one in ASCII and nothing else: the most common key.
  fileprivate var asciiDigit: UInt8? {
    guard utf8.count == 1, let byte = utf8.withContiguousStorageIfAvailable({ $0[0] }),
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    else { return nil }
    return byte
  }
}
