extension IncrementalEngine {
  /// The longest text, in bytes, that is written into memory that is kept; a longer one gets memory of its own, which costs
  /// less than moving it in pieces.
  private static let keptBytes = 255
  /// The maximum number of bytes that a string holds without memory of its own.
  private static let inlineBytes = 15

  /// Sets memory aside, so that typing does not ask for any.
  mutating func reserveText() {
    longText.reserveCapacity(Self.keptBytes)
  }

  /// The text as last written.
  public var text: String { isLong ? longText : shortText }

  /// The length of the text, in UTF-16 code units.
  public var length: Int { geometry.end }

  /// Returns true if a text is the one last written, byte for byte.
  public func shows(_ text: String) -> Bool {
    isLong ? text.isSame(as: longText) : text.isSame(as: shortText)
  }

  /// A text and the caret in it, in UTF-16 code units.
  public struct Rendered {
    /// The text.
    public let text: String
    /// The caret.
    public let caret: Int
  }

  /// Writes the number.
  @discardableResult
  public mutating func render() -> Rendered {
    geometry.measure(number, symbols: symbols)
    write()
    return Rendered(text: isLong ? longText : shortText, caret: caretInText)
  }

  private mutating func write() {
    let room = symbols.room(for: number)
    if room <= Self.keptBytes {
      // A constant size is set aside without a call.
      withUnsafeTemporaryAllocation(byteCount: Self.keptBytes, alignment: 1) { write(to: $0) }
    } else {
      withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { write(to: $0) }
    }
  }

  @inline(__always)
  private mutating func write(to memory: UnsafeMutableRawBufferPointer) {
    guard let start = memory.baseAddress else { return }
    let count = NumberWriter.write(number, geometry, symbols: symbols, to: start)
    let bytes = UnsafeBufferPointer(
      start: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), count: count)
    isLong = count > Self.inlineBytes
    if isLong {
      Self.store(bytes, in: &longText, isASCII: symbols.isAllASCII)
    } else {
      shortText = Self.string(bytes, isASCII: symbols.isAllASCII)
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
    guard isASCII, bytes.count <= inlineBytes else {
      let span = UTF8Span(unchecked: Span(_unsafeElements: bytes), isKnownASCII: isASCII)
      return String(copying: span)
    }
    return String(unsafeUninitializedCapacity: bytes.count) { $0.initialize(fromContentsOf: bytes) }
  }
}
