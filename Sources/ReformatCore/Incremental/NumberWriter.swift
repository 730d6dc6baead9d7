/// A place in memory that a number is written to as UTF-8, from front to back.
///
/// Texts are written a word at a time, however long they are: what follows is written over the bytes that are too many.
struct NumberWriter {
  private let start: UnsafeMutableRawPointer
  private var end: UnsafeMutableRawPointer

  /// Writes a number to memory that has room for it, see ``EncodedSymbols/room(for:)``.
  ///
  /// - Returns: the number of bytes.
  static func write(
    _ number: TypedNumber, _ geometry: TextGeometry, symbols: EncodedSymbols,
    to start: UnsafeMutableRawPointer
  ) -> Int {
    var writer = NumberWriter(start: start, end: start)
    if number.isLoneSign {
      writer.put(symbols.loneSign.stamp)
    } else if !number.isEmpty {
      writer.put(number.isNegative ? symbols.negative.prefix.stamp : symbols.positive.prefix.stamp)
      writer.putDigits(number, geometry, symbols)
      writer.put(number.isNegative ? symbols.negative.suffix.stamp : symbols.positive.suffix.stamp)
    }
    return writer.end - start
  }

  private mutating func putDigits(
    _ number: TypedNumber, _ geometry: TextGeometry, _ symbols: EncodedSymbols
  ) {
    let shapes = symbols.shapes
    let isCopied = symbols.isASCII && number.digits.isShort
    number.digits.withBytes { digits in
      var next = digits
      var count = number.integerCount - symbols.grouping.digits(behind: geometry.separators)
      for group in (0..<geometry.separators).reversed() {
        put(&next, count, shapes, isCopied: isCopied)
        put(symbols.group.stamp)
        count = symbols.grouping.size(of: group + 1)
      }
      put(&next, count, shapes, isCopied: isCopied)
      guard number.hasPoint else { return }
      put(symbols.decimal.stamp)
      put(&next, number.fractionCount, shapes, isCopied: isCopied)
    }
  }

  /// Writes the next `count` digits.
  @inline(__always)
  private mutating func put(
    _ digits: inout UnsafePointer<UInt8>, _ count: Int, _ shapes: DigitShapes, isCopied: Bool
  ) {
    if isCopied {
      put(Stamp(bytes: digits, count: count))
    } else {
      for index in 0..<count {
        end.storeBytes(of: shapes.bytes(digits[index]), as: UInt32.self)
        end += shapes.count
      }
    }
    digits += count
  }

  @inline(__always)
  private mutating func put(_ stamp: Stamp) {
    for offset in stride(from: 0, to: stamp.count, by: Word.size) {
      let word = UnsafeRawPointer(stamp.bytes + offset).loadUnaligned(as: Word.self)
      end.storeBytes(of: word, toByteOffset: offset, as: Word.self)
    }
    end += stamp.count
  }
}

/// The unit in which text is copied.
typealias Word = UInt64

extension Word {
  static let size = MemoryLayout<Word>.size
}

/// A text in UTF-8 in memory of its own, from each byte of which a word may be read.
struct Stamp: @unchecked Sendable {
  let bytes: UnsafePointer<UInt8>
  let count: Int
}

extension Stamp {
  /// Copies a text to memory that has to be deallocated.
  init(_ text: String) {
    let utf8 = Array(text.utf8)
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count + Word.size)
    bytes.initialize(repeating: 0, count: utf8.count + Word.size)
    bytes.update(from: utf8, count: utf8.count)
    self.init(bytes: UnsafePointer(bytes), count: utf8.count)
  }

  func deallocate() { bytes.deallocate() }
}

/// The ten digits of a script in UTF-8, which differ in the last byte alone.
struct DigitShapes: Sendable {
  /// The number of bytes of each digit.
  let count: Int
  private let zero: UInt32
  private let shift: UInt32

  init(zero scalar: Unicode.Scalar) {
    let utf8 = String(scalar).utf8
    count = utf8.count
    zero = utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    shift = UInt32(8 * (utf8.count - 1))
  }

  /// The bytes of a digit that is given in ASCII, as they are in memory.
  @inline(__always)
  func bytes(_ digit: UInt8) -> UInt32 {
    (zero &+ UInt32(digit &- UInt8(ascii: "0")) &<< shift).littleEndian
  }
}
