import Foundation

extension MeantNumber {
  /// The value, in the type of a kind of this package.
  func expectedValue(of kind: ValueKind) -> ExpectedValue {
    switch kind {
    case .int:
      let digits = integer.isEmpty ? "0" : integer
      return Int((isNegative ? "-" : "") + digits).map(ExpectedValue.int) ?? .none
    case .double, .double2, .double3:
      guard let double = Double(plain), double.isFinite else { return .none }
      return .double(double)
    case .hex, .own: return .text(integer)
    case .percent: return value.map { .decimal($0 / 100) } ?? .none
    case .number(let settings):
      return settings.shown(self).value.map(ExpectedValue.decimal) ?? .none
    case .decimal, .currency: return value.map(ExpectedValue.decimal) ?? .none
    }
  }

  /// The number without zeros at the end of its fraction.
  var withoutTrailingZeros: MeantNumber {
    var number = self
    while number.fraction?.last == "0" { number.fraction?.removeLast() }
    if number.fraction?.isEmpty == true { number.fraction = nil }
    return number
  }

  /// The number as a value, and as a field shows that value: without zeros at the end of the fraction, which no value
  /// has, and with the digits of a double.
  ///
  /// - Returns: nil if no value of the kind holds the number.
  func held(by kind: ValueKind, in locale: Locale) -> (value: ExpectedValue, shown: MeantNumber)? {
    let shown = withoutTrailingZeros
    let value =
      if case .own(let own) = kind {
        own.expectation(for: shown, locale: locale).value
      } else {
        shown.expectedValue(of: kind)
      }
    switch value {
    case .none, .unknown: return nil
    case .double(let double):
      let digits = Decimal(string: "\(double)", locale: Locale(identifier: "en_US_POSIX"))
      guard let read = digits.flatMap({ MeantNumber(plain: "\($0)") }) else { return nil }
      return (value, kind.own == nil ? read : shown)
    // The field is written as when editing has ended, which a till always is.
    default: return (value, kind.fillsFromRight ? shown : kind.settings?.settled(shown) ?? shown)
    }
  }
}
