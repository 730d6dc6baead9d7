/// A place in memory that is written to from front to back.
struct ByteOutput {
  private var next: UnsafeMutableRawPointer

  init(_ start: UnsafeMutablePointer<UInt8>) { next = UnsafeMutableRawPointer(start) }

  func count(from start: UnsafeMutablePointer<UInt8>) -> Int {
    next - UnsafeMutableRawPointer(start)
  }

  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    next.copyMemory(from: base, byteCount: bytes.count)
    next += bytes.count
  }

  mutating func put(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { put($0) } }

  @inline(__always)
  mutating func put(_ piece: ShortPiece) {
    var rest = piece.bytes
    for _ in 0..<piece.count {
      next.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
      rest >>= 8
      next += 1
    }
  }

  /// Digits of a script, each in one store.
  @inline(__always)
  mutating func put<Unit: FixedWidthInteger>(
    _ digits: UnsafeBufferPointer<UInt8>, _ shapes: UnsafeBufferPointer<UInt32>,
    as unit: Unit.Type
  ) {
    for digit in digits {
      next.storeBytes(of: (shapes.unit(digit) as Unit).littleEndian, as: unit)
      next += MemoryLayout<Unit>.size
    }
  }

  @inline(__always)
  mutating func put<Unit: FixedWidthInteger>(_ a: Unit, _ b: Unit, _ c: Unit, _ d: Unit) {
    let size = MemoryLayout<Unit>.size
    next.storeBytes(of: a.littleEndian, as: Unit.self)
    next.storeBytes(of: b.littleEndian, toByteOffset: size, as: Unit.self)
    next.storeBytes(of: c.littleEndian, toByteOffset: 2 * size, as: Unit.self)
    next.storeBytes(of: d.littleEndian, toByteOffset: 3 * size, as: Unit.self)
    next += 4 * size
  }

  /// Digits of a script, byte by byte.
  mutating func put(
    _ digits: UnsafeBufferPointer<UInt8>, _ shapes: UnsafeBufferPointer<UInt32>, _ bytes: Int
  ) {
    for digit in digits {
      var rest = shapes[Int(digit &- UInt8(ascii: "0"))]
      for _ in 0..<bytes {
        next.storeBytes(of: UInt8(truncatingIfNeeded: rest), as: UInt8.self)
        rest >>= 8
        next += 1
      }
    }
  }
}

extension UnsafeBufferPointer<UInt32> {
  /// The shape of a digit that is given in ASCII.
  @inline(__always)
  func unit<Unit: FixedWidthInteger>(_ digit: UInt8) -> Unit {
    Unit(truncatingIfNeeded: self[Int(digit &- UInt8(ascii: "0"))])
  }
}

/// A piece of text of up to four bytes, the first one the lowest.
struct ShortPiece: Sendable {
  let bytes: UInt32
  let count: Int

  init?(_ utf8: some BidirectionalCollection<UInt8>) {
    guard utf8.count <= 4 else { return nil }
    bytes = utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    count = utf8.count
  }
}
