import Foundation
import ReformatCore
import Testing

/// Tests of the values of typed numbers: exact, nearest, or reported as too large.
@Suite struct ReadingTests {
  private func number(_ plain: String) -> TypedNumber {
    IncrementalEngine(format: IncrementalFormat(groupSizes: []), text: plain).number
  }

  @Test(arguments: [
    ("0", 0), ("-5", -5), ("007", 7), ("1000000000000000000", 1_000_000_000_000_000_000),
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("5.00", 5),
  ])
  func integers(_ plain: String, _ value: Int) {
    #expect(Int.read(number(plain), scale: 0) == .value(value))
  }

  @Test(arguments: ["9223372036854775808", "-9223372036854775809", "99999999999999999999"])
  func overflowIsToldNotWrapped(_ plain: String) {
    #expect(Int.read(number(plain), scale: 0) == .overflow)
  }

  @Test func aFractionIsNoInteger() { #expect(Int.read(number("1.5"), scale: 0) == .overflow) }

  @Test(arguments: ["", "-", ".", "-."]) func withoutDigitsThereIsNoValue(_ plain: String) {
    #expect(Int.read(number(plain), scale: 0) == .none)
    #expect(Double.read(number(plain), scale: 0) == .none)
    #expect(Decimal.read(number(plain), scale: 0) == .none)
    #expect(TypedNumber.read(number(plain), scale: 0) == .none)
  }

  /// Compares with the standard library's parser: ties, long fractions, and numbers that the fast paths cannot read.
  @Test func doublesAreTheNearest() throws {
    var state: UInt64 = 42
    func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 11
    }
    for _ in 0..<20_000 {
      let digits = String(next()) + String(next())
      let count = 1 + Int(next() % 24)
      let point = Int(next() % UInt64(count + 1))
      let plain = "\(digits.prefix(point)).\(digits.dropFirst(point).prefix(count - point))"
      let padded = (point == 0 ? "0" : "") + plain + (point == count ? "0" : "")
      let expected = try #require(Double(padded))
      #expect(Double.read(number(plain), scale: 0) == .value(expected), "\(plain)")
    }
  }

  @Test(arguments: [
    ("9007199254740993", 9_007_199_254_740_992.0),
    ("9007199254740993.0000001", 9_007_199_254_740_994),
    ("0.1", 0.1), ("-0", -0.0), ("123456789012345678901234567890", 1.2345678901234568e29),
  ])
  func particularDoubles(_ plain: String, _ value: Double) {
    #expect(Double.read(number(plain), scale: 0) == .value(value))
  }

  @Test func aNumberBeyondTheLargestDoubleOverflows() {
    #expect(Double.read(number(String(repeating: "9", count: 400)), scale: 0) == .overflow)
    let large = String(repeating: "9", count: 308)
    #expect(Double.read(number(large), scale: 0) == .value(1e308))
  }

  @Test func aNegativeZeroKeepsItsSignAsADouble() {
    guard case .value(let zero) = Double.read(number("-0.0"), scale: 0) else {
      Issue.record("no value")
      return
    }
    #expect(zero.sign == .minus)
  }

  @Test(arguments: [
    "0", "1234.5", "-0.001", "12345678901234567890123456789012345678", "100", "0.10",
    "1234567890123456789.0123456789012345678",
  ])
  func decimalsAreExact(_ plain: String) throws {
    let expected = try #require(
      Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX")))
    #expect(Decimal.read(number(plain), scale: 0) == .value(expected))
    #expect(Decimal.read(number(plain), scale: -2) == .value(expected / 100))
  }

  @Test func decimalsOfMoreThan38DigitsOverflow() {
    #expect(Decimal.read(number(String(repeating: "1", count: 39)), scale: 0) == .overflow)
    let zeros = "1" + String(repeating: "0", count: 100)
    #expect(
      Decimal.read(number(zeros), scale: 0)
        == .value(Decimal(sign: .plus, exponent: 100, significand: 1)))
  }

  @Test func anyNumberOfDigitsIsKeptAsTyped() {
    let plain = "-" + String(repeating: "1234567890", count: 100) + ".50"
    guard case .value(let kept) = TypedNumber.read(number(plain), scale: 0) else {
      Issue.record("no value")
      return
    }
    #expect(kept.description == plain)
  }
}
