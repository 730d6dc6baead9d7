extension IncrementalEngine {
  /// Up to so many bytes a text is written into memory that is kept; a longer one gets memory of its own, which costs
  /// less than moving it in pieces.
  private static let keptBytes = 255
  /// So many bytes a string holds without memory of its own.
  private static let inlineBytes = 15

  /// Sets memory aside, so that typing does not ask for any.
  mutating func reserveText() { longText.reserveCapacity(Self.keptBytes) }

  /// The text as last written.
  public var text: String { isLong ? longText : shortText }

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
    write()
    return Rendered(text: text, caret: caret)
  }

  private mutating func write() {
    let writer = NumberWriter(number, symbols: symbols)
    let count = writer.byteCount
    isLong = count > Self.inlineBytes
    if count > Self.keptBytes {
      longText = String(unsafeUninitializedCapacity: count) { writer.write(number, into: $0) }
    } else if isLong {
      longText.removeAll(keepingCapacity: true)
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { bytes in
        _ = writer.write(number, into: bytes)
        Self.append(UnsafeBufferPointer(bytes), to: &longText)
      }
    } else {
      shortText = String(unsafeUninitializedCapacity: count) { writer.write(number, into: $0) }
    }
  }

  /// Appends in pieces that a string holds without memory of its own, cut between scalars.
  private static func append(_ bytes: UnsafeBufferPointer<UInt8>, to text: inout String) {
    var start = 0
    while start < bytes.count {
      var end = min(start + inlineBytes, bytes.count)
      while end < bytes.count, bytes[end] & 0b1100_0000 == 0b1000_0000 { end -= 1 }
      text += String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
      start = end
    }
  }
}
