/// Writes a typed number as UTF-8.
struct NumberWriter {
  private let symbols: EncodedSymbols
  /// How many separators there are in the integer part, and how many digits before the first of them.
  private let separators: Int
  private let leading: Int
  /// How long the text is.
  let byteCount: Int

  init(_ number: borrowing TypedNumber, symbols: EncodedSymbols) {
    self.symbols = symbols
    // Zeros in front stand apart from the groups.
    let significant = number.integerCount - number.leadingZeros
    separators = symbols.grouping.separators(below: significant, of: significant)
    leading = number.integerCount - symbols.grouping.digits(behind: separators)
    if number.isEmpty {
      byteCount = 0
    } else if number.isLoneSign {
      byteCount = symbols.loneSign.utf8.count
    } else {
      let affixBytes =
        number.isNegative ? symbols.negative.byteCount : symbols.positive.byteCount
      byteCount =
        affixBytes + number.digits.count * symbols.digitBytes
        + separators * symbols.group.utf8.count
        + (number.hasPoint ? symbols.decimal.utf8.count : 0)
    }
  }

  /// Writes the number, and says how long it is; there must be room for ``byteCount``.
  func write(_ number: borrowing TypedNumber, into bytes: UnsafeMutableBufferPointer<UInt8>) -> Int
  {
    guard let start = bytes.baseAddress, byteCount > 0 else { return 0 }
    var output = ByteOutput(start)
    if number.isLoneSign {
      output.put(symbols.loneSign.utf8)
      return byteCount
    }
    let isNegative = number.isNegative
    let point = number.pointIndex
    number.digits.withUnsafeBufferPointer { digits in
      output.put(isNegative ? symbols.negative.prefix.utf8 : symbols.positive.prefix.utf8)
      writeInteger(UnsafeBufferPointer(rebasing: digits[..<(point ?? digits.count)]), to: &output)
      if let point {
        output.put(symbols.decimal.utf8)
        write(UnsafeBufferPointer(rebasing: digits[point...]), to: &output)
      }
      output.put(isNegative ? symbols.negative.suffix.utf8 : symbols.positive.suffix.utf8)
    }
    return output.count(from: start)
  }

  private func writeInteger(_ digits: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
    write(UnsafeBufferPointer(rebasing: digits[..<leading]), to: &output)
    guard separators > 0 else { return }
    let grouping = symbols.grouping
    var start = leading
    if symbols.isASCII, symbols.group.utf8.count == 1, grouping.primary == 3,
      grouping.secondary == 3
    {
      // The common case, a separator and three digits at a time.
      let separator = symbols.group.utf8[0]
      for _ in 0..<separators {
        output.put(separator, digits[start], digits[start + 1], digits[start + 2])
        start += 3
      }
      return
    }
    for group in stride(from: separators, through: 1, by: -1) {
      output.put(symbols.group.utf8)
      let end = start + (group == 1 ? grouping.primary : grouping.secondary)
      write(UnsafeBufferPointer(rebasing: digits[start..<end]), to: &output)
      start = end
    }
  }

  private func write(_ digits: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
    if symbols.isASCII { return output.put(digits) }
    for digit in digits { output.put(symbols.digit(digit)) }
  }
}

/// A place in memory that is written to from front to back.
private struct ByteOutput {
  private var next: UnsafeMutablePointer<UInt8>

  init(_ start: UnsafeMutablePointer<UInt8>) { next = start }

  func count(from start: UnsafeMutablePointer<UInt8>) -> Int { next - start }

  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    next.update(from: base, count: bytes.count)
    next += bytes.count
  }

  mutating func put(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { put($0) } }

  mutating func put(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) {
    next[0] = a
    next[1] = b
    next[2] = c
    next[3] = d
    next += 4
  }

  /// A digit of one to four bytes, the first in the lowest byte.
  mutating func put(_ digit: EncodedSymbols.Digit) {
    var rest = digit.bytes
    for _ in 0..<digit.count {
      next[0] = UInt8(truncatingIfNeeded: rest)
      rest >>= 8
      next += 1
    }
  }
}
