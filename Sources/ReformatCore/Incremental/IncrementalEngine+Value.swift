import Foundation

extension IncrementalEngine {
  /// Returns what the number is as a value.
  ///
  /// It changes nothing. It is mutating so that the number is read in place: from a method that is not, a strategy would
  /// hand over a copy.
  @inlinable
  mutating func read<Value: IncrementalValue>() -> Reading<Value> {
    Value.read(number, scale: scale)
  }

  /// Forgets the number and takes a value that was written from outside.
  @usableFromInline
  package mutating func load(_ value: some IncrementalValue) {
    clear()
    for byte in plain(value).utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): incoming.digits.append(byte)
      case UInt8(ascii: "."): incoming.pointIndex = incoming.digits.count
      case UInt8(ascii: "-"): incoming.hasMinus = symbols.allowsNegative
      default: break
      }
    }
    takeIncoming()
    if symbols.minimumFractionDigits > 0 {
      settleFraction()
      render()
    }
  }

  /// The number that is shown for a value, in ASCII digits with a point: Swift writes 1e16 as `1e+16`.
  private func plain(_ value: some IncrementalValue) -> String {
    let plain = String(describing: value)
    // A double that is a whole number has a fraction of no use.
    if scale == 0, plain.hasSuffix(".0") { return String(plain.dropLast(2)) }
    guard scale != 0 || plain.contains("e"),
      let decimal = Decimal(string: plain, locale: Locale(identifier: "en_US_POSIX"))
    else { return plain }
    return Decimal(
      sign: decimal.sign, exponent: -scale, significand: decimal.magnitude
    ).description
  }
}
