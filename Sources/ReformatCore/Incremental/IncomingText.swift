/// What of a typed or pasted text a number can use: digits, minus signs and a decimal point.
struct IncomingText {
  /// The digits as ASCII bytes.
  private(set) var digits: [UInt8] = []
  /// How many of the digits come before the first decimal point; nil where there is none.
  private(set) var pointIndex: Int?
  /// Whether the minus signs, taken together, turn the sign.
  private(set) var togglesSign = false
  /// Whether there is a minus, also where two of them cancel.
  private(set) var hasMinus = false

  /// As many digits as a paste commonly has.
  private static let reservedDigits = 64

  init() { digits.reserveCapacity(Self.reservedDigits) }

  /// Whether nothing of the text is of use.
  var isEmpty: Bool { digits.isEmpty && pointIndex == nil && !hasMinus }

  /// Nothing came in; the memory stays.
  mutating func clear() {
    digits.removeAll(keepingCapacity: true)
    pointIndex = nil
    togglesSign = false
    hasMinus = false
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: what was typed or pasted.
  ///   - symbols: what is a digit or a decimal point, and what is taken of them.
  mutating func read(_ text: Substring, symbols: EncodedSymbols) {
    clear()
    if readDigit(text) { return }
    let (scalars, isNegative) = Self.withoutAffixes(text, symbols: symbols)
    if isNegative { takeMinus(symbols) }
    let isLonePoint = text == "."
    var index = scalars.startIndex
    while index < scalars.endIndex {
      let scalar = scalars[index]
      if let length = point(in: scalars[index...], symbols: symbols, isLonePoint: isLonePoint) {
        // Without a fraction, what comes behind a point is cut, not joined to what is before it.
        if symbols.maximumFractionDigits == 0 { return }
        if pointIndex == nil { pointIndex = digits.count }
        index = scalars.index(index, offsetBy: length)
        continue
      }
      if let digit = Self.digit(scalar, zero: symbols.zero) {
        digits.append(digit)
      } else if scalar == "-" || scalar == "\u{2212}" {
        takeMinus(symbols)
      }
      index = scalars.index(after: index)
    }
  }

  private mutating func takeMinus(_ symbols: EncodedSymbols) {
    guard symbols.allowsNegative else { return }
    togglesSign.toggle()
    hasMinus = true
  }

  /// The most common case: one ASCII digit.
  private mutating func readDigit(_ text: Substring) -> Bool {
    let utf8 = text.utf8
    guard utf8.count == 1, let byte = utf8.first,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    else { return false }
    digits.append(byte)
    return true
  }

  /// How many scalars of a decimal point a text begins with, or nil.
  ///
  /// `.` is a point too where the locale has another; but where the locale groups with it, only if it is typed alone.
  private func point(
    in text: Substring.UnicodeScalarView, symbols: EncodedSymbols, isLonePoint: Bool
  ) -> Int? {
    let decimal = symbols.decimal.scalars
    if !decimal.isEmpty, text.starts(with: decimal) { return decimal.count }
    guard text.first == ".", isLonePoint || symbols.group.scalars != ["."] else { return nil }
    return 1
  }

  /// Any decimal digit of Unicode as ASCII.
  private static func digit(_ scalar: Unicode.Scalar, zero: Unicode.Scalar) -> UInt8? {
    if scalar.isASCII {
      let isDigit = ("0"..."9").contains(scalar)
      return isDigit ? UInt8(truncatingIfNeeded: scalar.value) : nil
    }
    if scalar.value >= zero.value, scalar.value - zero.value < 10 {
      return UInt8(ascii: "0") + UInt8(scalar.value - zero.value)
    }
    guard scalar.properties.generalCategory == .decimalNumber,
      let value = scalar.properties.numericValue
    else { return nil }
    return UInt8(ascii: "0") + UInt8(value)
  }

  /// A pasted text may bring the prefix and the suffix along; a point in `Rs.` is no decimal point.
  ///
  /// - Returns: what is between them, and whether they were those of a negative number.
  private static func withoutAffixes(_ text: Substring, symbols: EncodedSymbols) -> (
    inner: Substring.UnicodeScalarView, isNegative: Bool
  ) {
    let scalars = text.unicodeScalars
    guard symbols.hasAffixes else { return (scalars, false) }
    let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let trimmed = scalars.drop(while: isBlank)
    if let inner = strip(symbols.negative, from: trimmed) { return (inner, true) }
    if let inner = strip(symbols.positive, from: trimmed) { return (inner, false) }
    let (prefix, suffix) = (symbols.positive.prefix.scalars, symbols.positive.suffix.scalars)
    if !prefix.isEmpty, trimmed.starts(with: prefix) {
      return (trimmed.dropFirst(prefix.count), false)
    }
    if !suffix.isEmpty, scalars.reversed().starts(with: suffix.reversed()) {
      return (scalars.dropLast(suffix.count), false)
    }
    return (scalars, false)
  }

  private static func strip(
    _ affixes: EncodedSymbols.Affixes, from text: Substring.UnicodeScalarView
  ) -> Substring.UnicodeScalarView? {
    let (prefix, suffix) = (affixes.prefix.scalars, affixes.suffix.scalars)
    guard text.starts(with: prefix) else { return nil }
    let rest = text.dropFirst(prefix.count)
    guard rest.reversed().starts(with: suffix.reversed()) else { return nil }
    return rest.dropLast(suffix.count)
  }
}
