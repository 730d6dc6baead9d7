import Foundation

/// The value of a typed number.
public enum Reading<Value: Equatable>: Equatable {
  /// There are no digits, and so no value.
  case none
  /// The value.
  case value(Value)
  /// The number is beyond the largest value, or has more digits than the type can hold.
  case overflow
}

extension Reading where Value: IncrementalValue {
  /// Takes over a new reading, and says what that makes of a field's value: nothing where it is the same.
  @inlinable
  mutating func update(to new: Reading) -> ValueUpdate<Value> {
    switch (self, new) {
    case (.none, .none), (.overflow, .overflow): return .keep
    case (.value(let old), .value(let new)) where Value.isSame(old, new): return .keep
    default: break
    }
    self = new
    if case .value(let value) = new { return .set(value) }
    return .clear
  }
}

extension Reading: Sendable where Value: Sendable {}

/// A type whose values the incremental engine reads.
public protocol IncrementalValue: Equatable, Sendable {
  /// The value of `number` times ten to the power of `scale`.
  static func read(_ number: TypedNumber, scale: Int) -> Reading<Self>

  /// Returns true if two values that were read are equal.
  static func isSame(_ a: Self, _ b: Self) -> Bool
}

extension IncrementalValue {
  /// Compares with `==`.
  @inlinable
  public static func isSame(_ a: Self, _ b: Self) -> Bool { a == b }
}

extension TypedNumber: IncrementalValue {
  /// The number itself, however many digits it has.
  public static func read(_ number: TypedNumber, scale: Int) -> Reading<TypedNumber> {
    number.digits.isEmpty ? .none : .value(number)
  }
}

extension Int: IncrementalValue {
  /// The integer; `overflow` beyond 64 bits and for a fraction that is not zero.
  public static func read(_ number: TypedNumber, scale: Int) -> Reading<Int> {
    if scale == 0, let magnitude = number.shortInteger {
      return .value(number.isNegative ? -magnitude : magnitude)
    }
    guard let parts = SignificantDigits(number, scale: scale) else { return .none }
    guard parts.count > 0 else { return .value(0) }
    guard parts.exponent >= 0, parts.count + parts.exponent <= 19, var magnitude = parts.mantissa
    else { return .overflow }
    for _ in 0..<parts.exponent {
      let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
      if overflows { return .overflow }
      magnitude = product
    }
    if magnitude <= UInt64(Int.max) {
      return .value(number.isNegative ? -Int(magnitude) : Int(magnitude))
    }
    return number.isNegative && magnitude == Int.min.magnitude ? .value(Int.min) : .overflow
  }
}

extension Double: IncrementalValue {
  /// The nearest double; `overflow` beyond the largest finite one.
  public static func read(_ number: TypedNumber, scale: Int) -> Reading<Double> {
    guard let parts = SignificantDigits(number, scale: scale) else { return .none }
    let magnitude = parts.nearestDouble
    guard magnitude.isFinite else { return .overflow }
    return .value(number.isNegative ? -magnitude : magnitude)
  }

  /// Compares bits: 0 and -0 are equal, and yet shown as different values.
  public static func isSame(_ a: Double, _ b: Double) -> Bool { a.bitPattern == b.bitPattern }
}

extension Decimal: IncrementalValue {
  /// The exact decimal; `overflow` beyond its 38 digits.
  public static func read(_ number: TypedNumber, scale: Int) -> Reading<Decimal> {
    guard let parts = SignificantDigits(number, scale: scale) else { return .none }
    guard let magnitude = parts.decimal else { return .overflow }
    guard number.isNegative, !magnitude.isZero else { return .value(magnitude) }
    return .value(-magnitude)
  }

  /// Compares bytes: what is read here is in lowest terms, and `==` of Foundation allocates.
  public static func isSame(_ a: Decimal, _ b: Decimal) -> Bool {
    withUnsafeBytes(of: a) { a in
      withUnsafeBytes(of: b) { b in
        guard let a = a.baseAddress, let its = b.baseAddress else { return true }
        return memcmp(a, its, b.count) == 0
      }
    }
  }
}
