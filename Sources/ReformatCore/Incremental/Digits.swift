/// The digits of a number, as ASCII bytes; there may be any number of them.
///
/// A number of the usual length is held in place, so that a keystroke neither allocates nor counts references.
struct Digits: Sendable {
  /// The maximum number of digits that are held in place.
  ///
  /// A word may be read from each of them, so there is more memory.
  private static let capacity = 32 - Word.size + 1

  private var few = SIMD32<UInt8>()
  /// All digits, once they have been more than fit in place; else empty.
  private var many: [UInt8] = []
  private(set) var count = 0

  init() {}

  /// True if the digits are held in place.
  var isShort: Bool { many.isEmpty }

  /// Forgets all digits.
  mutating func removeAll() {
    // Writing an empty array over an empty one would cost a release.
    if !isShort { many = [] }
    count = 0
  }

  /// Calls `body` with the memory of the digits.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    if !isShort {
      return many.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
    }
    return withUnsafePointer(to: few) {
      $0.withMemoryRebound(to: UInt8.self, capacity: few.scalarCount) { body($0) }
    }
  }

  /// Replaces a range by the first of other digits.
  mutating func replace(_ range: Range<Int>, with digits: Digits, count added: Int) {
    if added == 1, range.lowerBound == count {
      append(digits[0])
    } else if added == 0, range.upperBound == count, isShort {
      count = range.lowerBound
    } else {
      replaceSubrange(range, with: digits.prefix(added))
    }
  }
}

extension Digits: RandomAccessCollection, RangeReplaceableCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> UInt8 {
    precondition(index < count)
    return isShort ? few[index] : many[index]
  }

  mutating func append(_ digit: UInt8) {
    guard isShort, count < Self.capacity else {
      return replaceSubrange(count..<count, with: CollectionOfOne(digit))
    }
    few[count] = digit
    count += 1
  }

  mutating func replaceSubrange(_ range: Range<Int>, with digits: some Collection<UInt8>) {
    let added = digits.count
    let total = count - range.count + added
    if !isShort || total > Self.capacity {
      var all = isShort ? Array(self) : many
      many = []
      all.replaceSubrange(range, with: digits)
      many = all
    } else {
      let tail = few
      for index in range.upperBound..<count { few[index - range.count + added] = tail[index] }
      var index = range.lowerBound
      for digit in digits {
        few[index] = digit
        index += 1
      }
    }
    count = total
  }
}

extension Digits: Hashable {
  static func == (a: Digits, b: Digits) -> Bool { a.elementsEqual(b) }

  func hash(into hasher: inout Hasher) {
    for digit in self { hasher.combine(digit) }
  }
}
