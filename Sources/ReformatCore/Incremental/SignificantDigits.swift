import Foundation

/// The digits of a number from the first to the last that is not zero, and the power of ten that they are times of.
struct SignificantDigits {
  private let digits: Digits
  private let range: Range<Int>
  /// The power of ten of the last digit.
  let exponent: Int

  /// The significant digits of a number times ten to the power of `scale`; nil if it has no digits at all.
  init?(_ number: TypedNumber, scale: Int) {
    guard !number.digits.isEmpty else { return nil }
    digits = number.digits
    let zero = UInt8(ascii: "0")
    var end = digits.count
    while end > 0, digits[end - 1] == zero { end -= 1 }
    var start = 0
    while start < end, digits[start] == zero { start += 1 }
    range = start..<end
    exponent = range.isEmpty ? 0 : number.integerCount - end + scale
  }

  /// The number of significant digits; 0 for zero.
  var count: Int { range.count }

  /// The digits as one number, or nil if they are more than 19.
  var mantissa: UInt64? { count <= 19 ? digits.value(range) : nil }
}

extension SignificantDigits {
  /// The exact value, or nil if `Decimal` cannot hold it.
  var decimal: Decimal? {
    guard count > 0 else { return 0 }
    // An exponent of Decimal is one signed byte, and 38 digits always fit into its 128 bits.
    guard count <= 38, (-128...127).contains(exponent) else { return nil }
    var significand = Decimal(digits.value(range.suffix(19)))
    if count > 19 {
      let high = Decimal(digits.value(range.dropLast(19)))
      significand += Decimal(sign: .plus, exponent: 19, significand: high)
    }
    if exponent == 0 { return significand }
    return Decimal(sign: .plus, exponent: exponent, significand: significand)
  }
}

extension SignificantDigits {
  /// Powers of ten that a double holds exactly.
  private static let exactPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The double nearest to the value, ties to even; infinite beyond the largest.
  var nearestDouble: Double {
    guard count > 0 else { return 0 }
    guard let mantissa else { return parsedDouble }
    // One rounding of two exact operands is the nearest: Clinger, "How to read floating point numbers
    // accurately", 1990.
    if mantissa < 1 << 53, abs(exponent) < Self.exactPowers.count {
      let power = Self.exactPowers[abs(exponent)]
      return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
    if exponent == 0 { return Double(mantissa) }
    guard exponent < 0, exponent >= -19 else { return parsedDouble }
    return Self.quotient(mantissa, powerOfTen: -exponent)
  }

  /// `mantissa` over a power of ten up to 19, nearest, from a quotient of at least 64 bits and its remainder.
  private static func quotient(_ mantissa: UInt64, powerOfTen: Int) -> Double {
    var divisor: UInt128 = 1
    for _ in 0..<powerOfTen { divisor *= 10 }
    let shift = 64 + mantissa.leadingZeroBitCount
    let (quotient, remainder) = (UInt128(mantissa) << UInt128(shift)).quotientAndRemainder(
      dividingBy: divisor)
    let excess = 64 - quotient.leadingZeroBitCount
    var leading = UInt64(truncatingIfNeeded: quotient >> UInt128(excess))
    // The lowest bit represents all that was left over, so that a value just above a tie is not taken for a tie.
    let isExact = remainder == 0 && quotient == UInt128(leading) << UInt128(excess)
    if !isExact { leading |= 1 }
    return Double(sign: .plus, exponent: excess - shift, significand: Double(leading))
  }

  /// By the standard library, which takes any number of digits.
  private var parsedDouble: Double {
    guard count + exponent <= 310 else { return .infinity }
    return Double(String(decoding: digits[range], as: UTF8.self) + "e\(exponent)") ?? .infinity
  }
}
