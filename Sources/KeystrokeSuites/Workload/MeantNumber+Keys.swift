extension MeantNumber {
  /// The digits, and a point for the decimal separator: the keys that type the number, without its sign.
  var pointed: String { integer + (fraction.map { "." + $0 } ?? "") }

  /// All digits, without the separator.
  var digits: String { integer + (fraction ?? "") }

  /// The number with a digit more at its end.
  func appending(_ digit: Character) -> MeantNumber {
    var number = self
    if fraction == nil { number.integer.append(digit) } else { number.fraction?.append(digit) }
    return number
  }

  /// The number with a decimal separator at its end.
  var pointedAtEnd: MeantNumber {
    MeantNumber(isNegative: isNegative, integer: integer, fraction: fraction ?? "")
  }

  /// The number with other digits in the place of some of the integer part.
  func replacing(_ range: Range<Int>, by digits: String) -> MeantNumber {
    var number = self
    let start = integer.startIndex
    let (lower, upper) = (range.lowerBound, range.upperBound)
    number.integer.replaceSubrange(
      integer.index(start, offsetBy: lower)..<integer.index(start, offsetBy: upper), with: digits)
    return number
  }

  /// Replaces some of the keys.
  ///
  /// - Parameters:
  ///   - range: which keys, in ``pointed``.
  ///   - keys: digits, and a point for the decimal separator.
  /// - Returns: the number, or nil if it would have two decimal separators.
  func replacingKeys(_ range: Range<Int>, with keys: String) -> MeantNumber? {
    var all = Array(pointed)
    all.replaceSubrange(range, with: keys)
    let parts = all.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    return MeantNumber(
      isNegative: isNegative, integer: String(parts[0]),
      fraction: parts.count == 2 ? String(parts[1]) : nil)
  }
}

extension WorkloadContext {
  /// The keys that type a number as the locale writes it, separators included, with the digits of a keyboard.
  ///
  /// - Returns: nil if the oracle does not write the number.
  func ownKeys(of number: MeantNumber) -> [String]? {
    guard let text = oracle.expectationWhileTyping(number).text else { return nil }
    let scalars = Array(text.unicodeScalars)
    let isDigit = { (scalar: Unicode.Scalar) in scalar.isDigit(radix: 10) }
    guard let first = scalars.firstIndex(where: isDigit),
      let last = scalars.lastIndex(where: isDigit)
    else { return nil }
    return scalars[first...last].compactMap { scalar in
      if scalar.properties.isWhitespace { return " " }
      return scalar.properties.generalCategory == .format ? nil : typed(String(scalar))
    }
  }

  /// A text with the digits of a keyboard.
  func typed(_ text: String) -> String {
    String(
      text.unicodeScalars.flatMap { scalar in
        guard scalar.isDigit(radix: 10), let digit = scalar.properties.numericValue else {
          return String(scalar)
        }
        return String(Int(digit))
      })
  }
}
