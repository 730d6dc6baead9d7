import ReformatCore

extension MeantNumber {
  /// The number as a locale writes it, made of its symbols: digits, groups, separator, minus.
  ///
  /// No formatter is used, so that formatters can be checked against it.
  package func written(_ symbols: LocaleSymbols) -> String {
    let digits = integer.isEmpty ? "0" : integer
    var text = isNegative ? symbols.negativePrefix : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, symbols.isGrouped(digits.count, at: digits.count - index) {
        text += symbols.groupingSeparator
      }
      text += Self.shape(digit, symbols)
    }
    if let fraction, !fraction.isEmpty {
      text += symbols.decimalSeparator + fraction.map { Self.shape($0, symbols) }.joined()
    }
    return text
  }

  private static func shape(_ digit: Character, _ symbols: LocaleSymbols) -> String {
    digit.wholeNumberValue.map { String(symbols.digits[$0]) } ?? String(digit)
  }
}

extension LocaleSymbols {
  /// Returns true if, of `count` digits, a separator comes before the last `rest`.
  func isGrouped(_ count: Int, at rest: Int) -> Bool {
    guard let primary = groupSizes.first, let last = groupSizes.last,
      count >= primary + minimumGroupingDigits
    else { return false }
    var boundary = 0
    for size in groupSizes {
      boundary += size
      if rest <= boundary { return rest == boundary }
    }
    return (rest - boundary).isMultiple(of: last)
  }
}
