/// The digits, the minus and the decimal point that were typed, or that a longer text means.
struct IncomingText {
  /// The digits.
  var digits = Digits()
  /// The number of digits before the decimal point; nil if there is none.
  var pointIndex: Int?
  /// True if there is a minus, which turns the sign.
  var hasMinus = false
  /// True if the point is a key that groups in the format, too.
  var isOwnSeparator = false

  /// True if there is nothing.
  var isEmpty: Bool { digits.isEmpty && pointIndex == nil && !hasMinus }

  /// Forgets all.
  mutating func clear() {
    digits.removeAll()
    pointIndex = nil
    hasMinus = false
    isOwnSeparator = false
  }

  /// Takes a digit, given in ASCII.
  mutating func take(_ digit: UInt8) {
    clear()
    digits.append(digit)
  }

  /// Takes a key: a text of one scalar, which may be of no use.
  ///
  /// - Returns: false if the text has more than one scalar; then nothing is taken.
  mutating func readKey(_ text: Substring, symbols: EncodedSymbols) -> Bool {
    clear()
    let scalars = text.unicodeScalars
    guard let key = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex
    else { return false }
    if let kind = Separators(key) ?? symbols.ownKind(of: key) {
      if symbols.typedPoints.contains(kind) { pointIndex = 0 }
      isOwnSeparator = symbols.ownSeparators.contains(kind)
    } else if key.isMinus {
      hasMinus = symbols.allowsNegative
    } else if let digit = key.asciiDigit(zero: symbols.zero) {
      digits.append(digit)
    }
    return true
  }

  /// Takes digits, grouped as the format groups them or not at all, with its decimal separator; nothing is allocated.
  ///
  /// - Returns: false if the text is written in another way; then nothing is taken.
  mutating func readPlainNumber(_ text: Substring, symbols: EncodedSymbols) -> Bool {
    clear()
    guard !symbols.affixesHaveDigits else { return false }
    let grouping = symbols.grouping
    var (run, hasGroups) = (0, false)
    for scalar in text.unicodeScalars {
      if let digit = scalar.asciiDigit(zero: symbols.zero) {
        digits.append(digit)
        run += 1
      } else if pointIndex == nil, symbols.isGroup(scalar), digits.first != UInt8(ascii: "0"),
        hasGroups ? run == grouping.secondary : (1...grouping.secondary).contains(run)
      {
        (run, hasGroups) = (0, true)
      } else if pointIndex == nil, symbols.isPoint(scalar), !hasGroups || run == grouping.primary {
        pointIndex = digits.count
      } else {
        clear()
        return false
      }
    }
    if !digits.isEmpty, pointIndex != nil || !hasGroups || run == grouping.primary { return true }
    clear()
    return false
  }

  /// The number of digits behind the decimal point.
  var fractionCount: Int { digits.count - (pointIndex ?? digits.count) }

  /// Makes of a number the digits that fill a till: as many behind the point as that has, no point and no zeros in front.
  mutating func fill(fraction count: Int) {
    if digits.isEmpty {
      pointIndex = nil
      return
    }
    let missing = count - fractionCount
    if missing < 0 { digits.removeLast(-missing) }
    for _ in 0..<max(0, missing) { digits.append(UInt8(ascii: "0")) }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(min(zeros, digits.count - 1))
    pointIndex = nil
  }

  /// Drops what a field without a fraction does not hold: the point and what is behind it.
  mutating func cutFraction() {
    guard let pointIndex else { return }
    digits.removeSubrange(pointIndex...)
    self.pointIndex = nil
  }
}
