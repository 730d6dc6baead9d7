/// Finds the number of a key by the key's bytes in a file: a hash table with open addressing.
///
/// A dictionary of strings would need a string for each row, which costs more than all else that is done to it.
struct ByteKeys {
  private struct Slot {
    var hash: UInt64
    var bytes: Range<Int>
    var value: Int32
  }

  private var slots: [Slot?] = Array(repeating: nil, count: 1024)
  private var count = 0

  /// The value that was stored for equal bytes.
  func value(for key: Range<Int>, in bytes: Span<UInt8>, hash: UInt64) -> Int32? {
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while let slot = slots[place] {
      if slot.hash == hash, Self.equal(slot.bytes, key, in: bytes) { return slot.value }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Stores a value for bytes that have none yet.
  mutating func insert(_ value: Int32, for key: Range<Int>, hash: UInt64) {
    if count * 2 >= slots.count { grow() }
    place(Slot(hash: hash, bytes: key, value: value))
    count += 1
  }

  private mutating func place(_ slot: Slot) {
    var place = Int(truncatingIfNeeded: slot.hash) & (slots.count - 1)
    while slots[place] != nil { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: nil, count: old.count * 2)
    for case let slot? in old { place(slot) }
  }

  /// Whether two ranges hold the same bytes.
  static func equal(_ a: Range<Int>, _ b: Range<Int>, in bytes: Span<UInt8>) -> Bool {
    guard a.count == b.count else { return false }
    let span = bytes.bytes
    var offset = 0
    while offset + 8 <= a.count {
      guard
        span.unsafeLoadUnaligned(fromByteOffset: a.lowerBound + offset, as: UInt64.self)
          == span.unsafeLoadUnaligned(fromByteOffset: b.lowerBound + offset, as: UInt64.self)
      else { return false }
      offset += 8
    }
    while offset < a.count {
      guard bytes[unchecked: a.lowerBound + offset] == bytes[unchecked: b.lowerBound + offset]
      else { return false }
      offset += 1
    }
    return true
  }

  /// FNV-1a over words of eight bytes, with a last mix so that the low bits depend on all of them.
  static func hash(_ key: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
    let span = bytes.bytes
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    var position = key.lowerBound
    while position + 8 <= key.upperBound {
      let word = span.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      position += 8
    }
    while position < key.upperBound {
      hash = (hash ^ UInt64(bytes[unchecked: position])) &* 0x0000_0100_0000_01b3
      position += 1
    }
    hash ^= hash >> 32
    return hash
  }
}
