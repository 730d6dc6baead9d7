/// A number as it was typed: its sign, its digits and the place of the decimal point among them.
///
/// There may be any number of digits, zeros in front and at the end, a point with nothing behind it, or nothing at
/// all.
public struct TypedNumber: Hashable, Sendable {
  /// True if a minus was typed.
  public internal(set) var isNegative = false
  /// The digits, those of the fraction included.
  var digits = Digits()
  /// The number of digits before the decimal point; nil if no point was typed.
  var pointIndex: Int?

  /// Nothing was typed yet.
  public init() {}

  /// The number of digits before the decimal point.
  public var integerCount: Int { pointIndex ?? digits.count }
  /// The number of digits behind the decimal point.
  public var fractionCount: Int { digits.count - integerCount }
  /// True if a decimal point was typed.
  public var hasPoint: Bool { pointIndex != nil }
  /// True if there is nothing, not even a minus.
  public var isEmpty: Bool { digits.isEmpty && !hasPoint && !isNegative }
  /// True if there is a minus and nothing else.
  public var isLoneSign: Bool { isNegative && digits.isEmpty && !hasPoint }

  /// The number of zeros before the first other digit of the integer part.
  var leadingZeros: Int {
    let count = integerCount
    var zeros = 0
    while zeros < count, digits[zeros] == UInt8(ascii: "0") { zeros += 1 }
    return zeros
  }

  /// The magnitude of an integer of so few digits that no sum can overflow; else nil.
  var shortInteger: Int? {
    guard pointIndex == nil, (1...18).contains(digits.count) else { return nil }
    return Int(digits.value(0..<digits.count))
  }
}

extension Digits {
  /// The number that a range of digits is; the range has at most 19 digits.
  func value(_ range: Range<Int>) -> UInt64 {
    withBytes { digits in
      var value: UInt64 = 0
      for index in range { value = value &* 10 &+ UInt64(digits[index] &- UInt8(ascii: "0")) }
      return value
    }
  }
}

extension TypedNumber: CustomStringConvertible {
  /// The number in plain ASCII: `-0012.50`, `12.`, `-`, or nothing.
  public var description: String {
    let integer = String(decoding: digits[..<integerCount], as: UTF8.self)
    let fraction = String(decoding: digits[integerCount...], as: UTF8.self)
    return (isNegative ? "-" : "") + integer + (hasPoint ? "." + fraction : "")
  }
}
