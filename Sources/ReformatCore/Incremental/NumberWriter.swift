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

  /// Zeros in front and the first group, then a separator and a group at a time.
  private func writeInteger(_ digits: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
    write(UnsafeBufferPointer(rebasing: digits[..<leading]), to: &output)
    guard separators > 0 else { return }
    let rest = UnsafeBufferPointer(rebasing: digits[leading...])
    symbols.digits.withUnsafeBufferPointer { shapes in
      switch (symbols.digitBytes, symbols.groupShape) {
      case (1, let separator?):
        writeGroups(rest, shapes, separator, as: UInt8.self, to: &output)
      case (2, let separator?):
        writeGroups(rest, shapes, separator, as: UInt16.self, to: &output)
      case (4, let separator?):
        writeGroups(rest, shapes, separator, as: UInt32.self, to: &output)
      default: writeGroups(rest, shapes, to: &output)
      }
    }
  }

  /// Groups of digits of three bytes, or with a separator of more than a scalar.
  private func writeGroups(
    _ digits: UnsafeBufferPointer<UInt8>, _ shapes: UnsafeBufferPointer<UInt32>,
    to output: inout ByteOutput
  ) {
    var start = 0
    for group in stride(from: separators, through: 1, by: -1) {
      output.put(symbols.group.utf8)
      let end = start + symbols.grouping.size(of: group)
      output.put(UnsafeBufferPointer(rebasing: digits[start..<end]), shapes, symbols.digitBytes)
      start = end
    }
  }

  @inline(__always)
  private func writeGroups<Unit: FixedWidthInteger>(
    _ digits: UnsafeBufferPointer<UInt8>, _ shapes: UnsafeBufferPointer<UInt32>,
    _ separator: ShortPiece, as unit: Unit.Type, to output: inout ByteOutput
  ) {
    let grouping = symbols.grouping
    var start = 0
    if separator.count == MemoryLayout<Unit>.size, grouping.primary == 3, grouping.secondary == 3 {
      // The common case, as wide as a digit and by threes, without a loop in the loop.
      let separator = Unit(truncatingIfNeeded: separator.bytes)
      for _ in 0..<separators {
        output.put(
          separator, shapes.unit(digits[start]), shapes.unit(digits[start + 1]),
          shapes.unit(digits[start + 2]))
        start += 3
      }
      return
    }
    for group in stride(from: separators, through: 1, by: -1) {
      output.put(separator)
      let end = start + grouping.size(of: group)
      output.put(UnsafeBufferPointer(rebasing: digits[start..<end]), shapes, as: unit)
      start = end
    }
  }

  private func write(_ digits: UnsafeBufferPointer<UInt8>, to output: inout ByteOutput) {
    if symbols.isASCII { return output.put(digits) }
    symbols.digits.withUnsafeBufferPointer { output.put(digits, $0, symbols.digitBytes) }
  }
}
