/// Texts that code has set, which are not written as the engine writes them.
extension IncrementalEngine {
  /// A place in a text that another text has too.
  private struct Place {
    /// The number of digits before it.
    var digits = 0
    /// True behind the decimal point.
    var isAfterPoint = false
    /// True before the minus.
    var isBeforeSign = false
  }

  /// Takes an edit of such a text: the text is read anew, and the edit is made where the same digits are in the text
  /// that the engine writes.
  @inline(never)
  mutating func take(
    _ ranges: [Range<Int>], ofForeign text: String, replacement: String, selection: Range<Int>
  ) -> Bool {
    load(text)
    let key = ranges.count == 1 ? DeletionKey(deleting: ranges[0], from: selection) : nil
    foreignText = nil
    let own = ranges.map { self.own($0, of: text, isDeleted: replacement.isEmpty, key: key) }
    if own.count == 1 { return edit(own[0], replacement: replacement, key: key) }
    return take(own, of: self.text, replacement: replacement, selection: 0..<0)
  }

  /// Takes the edit that leads from such a text to another.
  @inline(never)
  mutating func takeDifference(from foreign: String, to text: String) {
    foreignText = nil
    let difference = Difference(from: foreign, to: text)
    let key: DeletionKey? = difference.removed.count == 1 ? .backspace : nil
    let removed = own(
      difference.removed, of: foreign, isDeleted: difference.kind == .deletion, key: key)
    take(difference, inPlaceOf: removed, to: text)
  }

  /// The range of the engine's own text that has the same digits as one of another text.
  private func own(_ range: Range<Int>, of text: String, isDeleted: Bool, key: DeletionKey?)
    -> Range<Int>
  {
    let lower = place(of: range.lowerBound, in: text)
    let start = carets(at: lower)
    guard !range.isEmpty else { return start.lowerBound..<start.lowerBound }
    let end = carets(at: place(of: range.upperBound, in: text)).lowerBound
    if start.upperBound < end { return start.upperBound..<end }
    return isDeleted ? digit(beside: lower.digits, key) : end..<end
  }

  /// The digit that a key deletes if its character is not in the text that the engine writes.
  private func digit(beside digits: Int, _ key: DeletionKey?) -> Range<Int> {
    let first = key == .backspace ? digits - 1 : digits
    guard key != nil, first >= 0, first < number.digits.count else { return 0..<0 }
    let isInFraction = first >= number.integerCount
    let lower = geometry.carets(behind: first, isAfterPoint: isInFraction).upperBound
    return lower..<geometry.carets(behind: first + 1, isAfterPoint: isInFraction).lowerBound
  }

  private func carets(at place: Place) -> ClosedRange<Int> {
    if place.isBeforeSign { return sign.lowerBound...sign.lowerBound }
    return geometry.carets(behind: place.digits, isAfterPoint: place.isAfterPoint)
  }

  private func place(of offset: Int, in text: String) -> Place {
    let prefixes = [symbols.negative.prefix, symbols.positive.prefix].map(\.scalars)
    let prefix = prefixes.first { !$0.isEmpty && text.unicodeScalars.starts(with: $0) } ?? []
    var digits = -prefix.count { isDigit($0) }
    var hasMinus = false
    var isBehindDigit = false
    var end = 0
    for scalar in text.unicodeScalars {
      end += scalar.utf16.count
      if end > offset { break }
      isBehindDigit = isDigit(scalar)
      if isBehindDigit { digits += 1 }
      if scalar.isMinus || scalar == "(" { hasMinus = true }
    }
    // What is added to the number of a till, zeros at either end, is not in the text: its end is the end.
    if symbols.fillsFromRight, offset >= end { digits = number.digits.count }
    digits = min(max(0, digits), number.digits.count)
    return Place(
      digits: digits,
      isAfterPoint: number.hasPoint && digits >= number.integerCount
        && (digits > number.integerCount || !isBehindDigit),
      isBeforeSign: digits == 0 && !hasMinus && sign.upperBound <= geometry.integerStart
        && !sign.isEmpty)
  }
}
