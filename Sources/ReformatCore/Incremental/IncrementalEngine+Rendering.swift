extension IncrementalEngine {
  /// Up to so many bytes a text is written into memory that is kept; a longer one gets memory of its own, which costs
  /// less than moving it in pieces.
  private static let keptBytes = 255
  /// So many bytes a string holds without memory of its own.
  private static let inlineBytes = 15

  /// Sets memory aside, so that typing does not ask for any.
  mutating func reserveText() {
    bytes.reserveCapacity(Self.keptBytes)
    longText.reserveCapacity(Self.keptBytes)
  }

  /// The text as last written.
  public var text: String {
    bytes.count <= Self.inlineBytes ? String(decoding: bytes, as: UTF8.self) : longText
  }

  /// Whether a text is the one last written, byte for byte.
  public func shows(_ text: String) -> Bool {
    let same = text.utf8.withContiguousStorageIfAvailable { text in
      text.count == bytes.count && text.elementsEqual(bytes)
    }
    return same ?? text.utf8.elementsEqual(bytes)
  }

  /// Writes the number.
  public mutating func render() {
    writeBytes()
    if bytes.count <= Self.inlineBytes { return }
    if bytes.count > Self.keptBytes {
      longText = String(decoding: bytes, as: UTF8.self)
      return
    }
    longText.removeAll(keepingCapacity: true)
    bytes.withUnsafeBufferPointer { bytes in
      // Pieces that a string holds without memory of its own, cut between scalars.
      var start = 0
      while start < bytes.count {
        var end = min(start + Self.inlineBytes, bytes.count)
        while end < bytes.count, bytes[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
        longText += String(
          decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        start = end
      }
    }
  }

  private mutating func writeBytes() {
    bytes.removeAll(keepingCapacity: true)
    if number.isEmpty { return }
    if number.isLoneSign {
      bytes += symbols.loneSign.utf8
      return
    }
    let affixes = number.isNegative ? symbols.negative : symbols.positive
    bytes += affixes.prefix.utf8
    writeInteger()
    if number.hasPoint {
      bytes += symbols.decimal.utf8
      write(number.integerCount..<number.digits.count)
    }
    bytes += affixes.suffix.utf8
  }

  /// The integer part: zeros in front stand apart from the groups.
  private mutating func writeInteger() {
    let zeros = number.leadingZeros
    let significant = number.integerCount - zeros
    let separators = symbols.separators(below: significant, of: significant)
    let grouped = (0..<separators).reduce(0) { $0 + symbols.groupSize($1) }
    var start = number.integerCount - grouped
    write(0..<start)
    for group in stride(from: separators - 1, through: 0, by: -1) {
      bytes += symbols.group.utf8
      let end = start + symbols.groupSize(group)
      write(start..<end)
      start = end
    }
  }

  private mutating func write(_ range: Range<Int>) {
    if symbols.isASCII {
      bytes += number.digits[range]
      return
    }
    for index in range {
      let digit = Int(number.digits[index] - UInt8(ascii: "0")) * symbols.digitBytes
      bytes += symbols.digits[digit..<digit + symbols.digitBytes]
    }
  }
}
