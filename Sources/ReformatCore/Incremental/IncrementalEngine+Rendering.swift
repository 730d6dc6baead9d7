extension IncrementalEngine {
  /// Up to so many bytes a text is written into memory that is kept; a longer one gets memory of its own, which costs
  /// less than moving it in pieces.
  private static let keptBytes = 255
  /// So many bytes a string holds without memory of its own.
  private static let inlineBytes = 15

  /// Sets memory aside, so that typing does not ask for any.
  mutating func reserveText() {
    bytes = Array(repeating: 0, count: Self.keptBytes)
    longText.reserveCapacity(Self.keptBytes)
  }

  /// The text as last written.
  public var text: String { isLong ? longText : shortText }

  /// How long the text is, in UTF-16 code units.
  public var length: Int { geometry.end }

  /// Whether a text is the one last written, byte for byte.
  public func shows(_ text: String) -> Bool {
    isLong ? text.isSame(as: longText) : text.isSame(as: shortText)
  }

  /// A text and where the caret stands in it, in UTF-16 code units.
  public struct Rendered {
    /// The text.
    public let text: String
    /// The caret.
    public let caret: Int
  }

  /// Writes the number.
  @discardableResult
  public mutating func render() -> Rendered {
    geometry = TextGeometry(number, symbols: symbols)
    write()
    return Rendered(text: text, caret: caret)
  }

  private mutating func write() {
    let writer = NumberWriter(number, symbols: symbols)
    let count = writer.byteCount
    isLong = count > Self.inlineBytes
    if !isLong {
      shortText = String(unsafeUninitializedCapacity: count) { writer.write(number, into: $0) }
      return
    }
    if bytes.count < count { bytes = Array(repeating: 0, count: max(count, Self.keptBytes)) }
    bytes.withUnsafeMutableBufferPointer { bytes in
      let written = UnsafeMutableBufferPointer(rebasing: bytes[..<count])
      _ = writer.write(number, into: written)
      Self.store(UnsafeBufferPointer(written), in: &longText, isASCII: symbols.isAllASCII)
    }
  }

  private static func store(
    _ bytes: UnsafeBufferPointer<UInt8>, in text: inout String, isASCII: Bool
  ) {
    if bytes.count > keptBytes {
      text = string(bytes, isASCII: isASCII)
      return
    }
    text.removeAll(keepingCapacity: true)
    // Pieces that a string holds without memory of its own, cut between scalars.
    var start = 0
    while start < bytes.count {
      var end = min(start + inlineBytes, bytes.count)
      while end < bytes.count, bytes[end].isContinuation { end -= 1 }
      text += string(UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: isASCII)
      start = end
    }
  }

  /// Bytes that are known to be UTF-8, since they were put together from strings: to look at each of them again would
  /// take longer than to write them.
  private static func string(_ bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) -> String {
    String(copying: UTF8Span(unchecked: Span(_unsafeElements: bytes), isKnownASCII: isASCII))
  }
}
