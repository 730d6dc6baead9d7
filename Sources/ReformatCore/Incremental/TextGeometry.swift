/// Where the parts of a written number stand, in UTF-16 code units.
///
/// Everything is computed from counts, so it costs the same for 9 and for 1,000 digits.
struct TextGeometry {
  private let symbols: EncodedSymbols
  /// How many digits there are before the point, how many of them are grouped, and how many behind the point.
  private let integerCount: Int
  private let significant: Int
  private let fractionCount: Int
  /// Where the digits begin.
  let integerStart: Int
  /// Where the integer part ends, and the decimal point, where there is one.
  let integerEnd: Int
  let pointEnd: Int
  /// Where the digits end.
  let fractionEnd: Int
  /// Where the text ends.
  let end: Int
  /// The minus with its marks; empty where there is none.
  let sign: Range<Int>

  init(_ number: TypedNumber, symbols: EncodedSymbols) {
    self.symbols = symbols
    integerCount = number.integerCount
    fractionCount = number.fractionCount
    significant = integerCount - number.leadingZeros
    let prefix: Int
    let suffix: Int
    if number.isLoneSign {
      prefix = symbols.loneSign.utf16Count
      suffix = 0
    } else if number.isEmpty {
      prefix = 0
      suffix = 0
    } else {
      let affixes = number.isNegative ? symbols.negative : symbols.positive
      prefix = affixes.prefix.utf16Count
      suffix = affixes.suffix.utf16Count
    }
    let width = symbols.digitUTF16Count
    integerStart = prefix
    integerEnd =
      prefix + integerCount * width
      + symbols.separators(below: significant, of: significant) * symbols.group.utf16Count
    pointEnd = integerEnd + (number.hasPoint ? symbols.decimal.utf16Count : 0)
    fractionEnd = pointEnd + fractionCount * width
    end = fractionEnd + suffix
    if !number.isNegative {
      sign = 0..<0
    } else if number.isLoneSign {
      sign = 0..<prefix
    } else if !symbols.negative.signInPrefix.isEmpty {
      sign = symbols.negative.signInPrefix
    } else {
      let inSuffix = symbols.negative.signInSuffix
      sign = fractionEnd + inSuffix.lowerBound..<fractionEnd + inSuffix.upperBound
    }
  }

  /// How many digits end at or before an offset.
  func digits(endingBefore offset: Int) -> Int { digits(before: offset, roundingUp: false) }

  /// How many digits begin before an offset.
  func digits(beginningBefore offset: Int) -> Int { digits(before: offset, roundingUp: true) }

  /// Where a caret may stand that has so many digits before it: two places where it touches a separator.
  ///
  /// - Parameters:
  ///   - count: the digits before the caret.
  ///   - isAfterPoint: which side of the decimal point is meant where the caret touches it.
  func carets(behind count: Int, isAfterPoint: Bool) -> ClosedRange<Int> {
    if count > integerCount || (count == integerCount && isAfterPoint) {
      let caret = pointEnd + (count - integerCount) * symbols.digitUTF16Count
      return caret...caret
    }
    let right = integerCount - count
    let digitsEnd = integerEnd - right * symbols.digitUTF16Count
    let group = symbols.group.utf16Count
    let low = digitsEnd - group * symbols.separators(below: right + 1, of: significant)
    let high = digitsEnd - group * symbols.separators(below: right, of: significant)
    return low...high
  }

  private func digits(before offset: Int, roundingUp: Bool) -> Int {
    let width = symbols.digitUTF16Count
    if offset <= integerStart { return 0 }
    if offset >= fractionEnd { return integerCount + fractionCount }
    if offset >= pointEnd {
      return integerCount + divide(offset - pointEnd, by: width, roundingUp: roundingUp)
    }
    if offset >= integerEnd { return integerCount }
    return integerCount - digits(within: integerEnd - offset, roundingUp: !roundingUp)
  }

  /// How many digits stand within a distance from the end of the integer part.
  private func digits(within distance: Int, roundingUp: Bool) -> Int {
    let width = symbols.digitUTF16Count
    let group = symbols.group.utf16Count
    var left = distance
    var count = 0
    let separators = symbols.separators(below: significant, of: significant)
    guard separators > 0 else { return divide(left, by: width, roundingUp: roundingUp) }
    // The groups of sizes of their own, then those that are all alike, then what is left of the last separator.
    let irregular = min(separators, symbols.groupSizes.count - 1)
    for index in 0..<irregular {
      let digits = symbols.groupSizes[index]
      if left <= digits * width { return count + divide(left, by: width, roundingUp: roundingUp) }
      left -= digits * width
      count += digits
      if left <= group { return count }
      left -= group
    }
    let size = symbols.groupSize(irregular)
    let block = size * width + group
    let blocks = min(left / block, separators - irregular)
    left -= blocks * block
    count += blocks * size
    if blocks == separators - irregular {
      return count + divide(left, by: width, roundingUp: roundingUp)
    }
    if left > size * width { return count + size }
    return count + divide(left, by: width, roundingUp: roundingUp)
  }

  private func divide(_ distance: Int, by width: Int, roundingUp: Bool) -> Int {
    (distance + (roundingUp ? width - 1 : 0)) / width
  }
}
