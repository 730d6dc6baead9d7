/// The places of the parts of a written number, in UTF-16 code units.
///
/// Everything is computed from counts, so it costs the same for 9 and for 1,000 digits.
struct TextGeometry {
  private var grouping: Grouping
  /// The widths of a digit and of a separator.
  private var digitWidth: Int
  private var groupWidth: Int
  /// The numbers of digits before the point, of those among them that are grouped, and of digits behind the point.
  private var integerCount = 0
  private var significant = 0
  private var fractionCount = 0
  /// The number of separators in the integer part.
  private(set) var separators = 0
  /// The start of the digits.
  private(set) var integerStart = 0
  /// The ends of the integer part and of the decimal point, if there is one.
  private(set) var integerEnd = 0
  private(set) var pointEnd = 0
  /// The end of the digits.
  private(set) var fractionEnd = 0
  /// The end of the text.
  private(set) var end = 0

  /// The geometry of an empty text.
  init(_ symbols: EncodedSymbols) {
    grouping = symbols.grouping
    digitWidth = symbols.digitWidth
    groupWidth = symbols.groupWidth
  }

  /// Measures another number.
  @inline(__always)
  mutating func measure(_ number: TypedNumber, symbols: EncodedSymbols) {
    integerCount = number.integerCount
    fractionCount = number.fractionCount
    // Zeros in front do not belong to the groups.
    significant = integerCount - number.leadingZeros
    separators = grouping.separators(below: significant, of: significant)
    let widths = number.isNegative ? symbols.negativeWidths : symbols.positiveWidths
    integerStart = number.isLoneSign ? symbols.loneSignWidth : number.isEmpty ? 0 : widths.prefix
    integerEnd = integerStart + integerCount * digitWidth + separators * groupWidth
    pointEnd = integerEnd + (number.hasPoint ? symbols.decimalWidth : 0)
    fractionEnd = pointEnd + fractionCount * digitWidth
    end = fractionEnd + (number.isLoneSign || number.isEmpty ? 0 : widths.suffix)
  }

  /// The minus with its marks, or the parenthesis that opens, of a negative number.
  func sign(of number: TypedNumber, symbols: EncodedSymbols) -> Range<Int> {
    let widths = symbols.negativeWidths
    if number.isLoneSign { return 0..<end }
    return widths.signInPrefix.isEmpty ? closingSign(widths) : widths.signInPrefix
  }

  /// The sign behind the digits of a negative number, such as the parenthesis that closes; beyond the text if there is none.
  func closingSign(_ widths: EncodedSymbols.AffixWidths) -> Range<Int> {
    widths.signInSuffix + fractionEnd
  }

  /// The part of a range that is in the text.
  func part(of range: Range<Int>) -> Range<Int> {
    let lower = min(max(0, range.lowerBound), end)
    return lower..<max(lower, min(range.upperBound, end))
  }

  /// The number of digits that end at or before an offset.
  func digits(endingBefore offset: Int) -> Int { digits(before: offset, roundingUp: false) }

  /// The number of digits that begin before an offset.
  func digits(beginningBefore offset: Int) -> Int { digits(before: offset, roundingUp: true) }

  /// The places for a caret that has `count` digits before it: two places if it touches a separator.
  ///
  /// - Parameters:
  ///   - count: the digits before the caret.
  ///   - isAfterPoint: the side of the decimal point that is meant if the caret touches it.
  /// - Returns: those places, in UTF-16 code units.
  func carets(behind count: Int, isAfterPoint: Bool) -> ClosedRange<Int> {
    if count >= integerCount {
      let caret =
        count > integerCount || isAfterPoint
        ? pointEnd + (count - integerCount) * digitWidth : integerEnd
      return caret...caret
    }
    let right = integerCount - count
    let digitsEnd = integerEnd - right * digitWidth
    let low = digitsEnd - groupWidth * grouping.separators(below: right + 1, of: significant)
    let high = digitsEnd - groupWidth * grouping.separators(below: right, of: significant)
    return low...high
  }

  private func digits(before offset: Int, roundingUp: Bool) -> Int {
    if offset <= integerStart { return 0 }
    if offset >= fractionEnd { return integerCount + fractionCount }
    if offset >= pointEnd { return integerCount + digits(in: offset - pointEnd, roundingUp) }
    if offset >= integerEnd { return integerCount }
    return integerCount - digits(within: integerEnd - offset, !roundingUp)
  }

  /// The number of digits within a distance from the end of the integer part.
  private func digits(within distance: Int, _ roundingUp: Bool) -> Int {
    if separators == 0 || distance <= grouping.primary * digitWidth {
      return digits(in: distance, roundingUp)
    }
    // Behind the first group and its separator, whole groups with theirs, then digits.
    let block = grouping.secondary * digitWidth + groupWidth
    let left = distance - grouping.primary * digitWidth - groupWidth
    if left <= 0 { return grouping.primary }
    let blocks = min(left / block, separators - 1)
    let count = grouping.primary + blocks * grouping.secondary
    let rest = digits(in: left - blocks * block, roundingUp)
    // A separator is not a digit, however much of it is within the distance.
    return count + (blocks < separators - 1 ? min(rest, grouping.secondary) : rest)
  }

  private func digits(in width: Int, _ roundingUp: Bool) -> Int {
    (width + (roundingUp ? digitWidth - 1 : 0)) / digitWidth
  }
}

extension Range<Int> {
  /// The range, so much further on.
  fileprivate static func + (range: Range<Int>, distance: Int) -> Range<Int> {
    range.lowerBound + distance..<range.upperBound + distance
  }
}
