#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Offsets in UTF-16 code units, found in the bytes of UTF-8.
///
/// The standard library's own views do the same, but store an index with every long string that is not ASCII, and
/// rebuild it after each change, so that a keystroke would allocate.
extension String {
  /// True if both are equal byte for byte; `==` also treats texts as equal that merely look alike.
  @usableFromInline
  package func isSame(as other: String) -> Bool {
    let same = utf8.withContiguousStorageIfAvailable { mine in
      other.utf8.withContiguousStorageIfAvailable { theirs in
        guard mine.count == theirs.count else { return false }
        guard let mine = mine.baseAddress, let its = theirs.baseAddress else { return true }
        return memcmp(mine, its, theirs.count) == 0
      }
    }
    return (same ?? nil) ?? utf8.elementsEqual(other.utf8)
  }

  /// The number of UTF-16 code units of the text.
  package var utf16Length: Int {
    utf8.withContiguousStorageIfAvailable(\.utf16Count) ?? utf16.count
  }

  /// The offset itself; the end if it is beyond the end, or the start of a surrogate pair if it is inside one.
  package func boundary(atOrBefore offset: Int) -> Int {
    let length = utf16Length
    // Without scalars of more than a byte there are no pairs.
    if length == utf8.count || offset >= length { return min(max(0, offset), length) }
    let prefix = utf8.withContiguousStorageIfAvailable { bytes in
      UnsafeBufferPointer(rebasing: bytes[..<bytes.count(beforeUTF16: offset)]).utf16Count
    }
    return prefix ?? index(utf16Offset: offset).utf16Offset(in: self)
  }

  /// The index of an offset in UTF-16 code units; the end if it is beyond the end, and the start of a surrogate pair if
  /// it is inside one.
  package func index(utf16Offset offset: Int) -> Index {
    let bytes = utf8.withContiguousStorageIfAvailable { $0.count(beforeUTF16: offset) }
    guard let bytes else {
      return utf16.index(startIndex, offsetBy: offset, limitedBy: endIndex) ?? endIndex
    }
    return utf8.index(startIndex, offsetBy: bytes)
  }
}

extension Substring {
  /// The number of UTF-16 code units of the text.
  var utf16Length: Int { utf8.withContiguousStorageIfAvailable(\.utf16Count) ?? utf16.count }
}

extension UnsafeBufferPointer<UInt8> {
  /// The number of bytes that are counted at once, without checking where the offset is reached.
  private static let stride = 64

  /// The number of UTF-16 code units of these bytes of UTF-8: one per scalar, two if it takes four bytes.
  package var utf16Count: Int {
    var count = 0
    for byte in self {
      count &+= byte & 0b1100_0000 == 0b1000_0000 ? 0 : 1
      count &+= byte >= 0b1111_0000 ? 1 : 0
    }
    return count
  }

  /// The number of bytes before an offset in UTF-16 code units.
  fileprivate func count(beforeUTF16 offset: Int) -> Int {
    var left = offset
    var place = 0
    while place + Self.stride <= count {
      let units = UnsafeBufferPointer(rebasing: self[place..<place + Self.stride]).utf16Count
      guard units < left else { break }
      left -= units
      place += Self.stride
    }
    // The bytes so far may end inside a scalar; its remaining bytes count for nothing and are skipped here.
    while place < count, left > 0 || self[place].isContinuation {
      let byte = self[place]
      let units = byte.isContinuation ? 0 : byte >= 0b1111_0000 ? 2 : 1
      if units > left { break }
      left -= units
      place += 1
    }
    return place
  }
}

extension UInt8 {
  /// True if a byte of UTF-8 continues a scalar that began before it.
  package var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
}
