import Foundation
import ReformatCore

/// The text and value that should be left behind, from a reference that shares no code with a strategy.
///
/// The digits meant are given to ICU through Foundation's format styles, with as many digits before and
/// behind the separator as were typed, so that typed zeros and the sign are kept. Zeros in front of other digits are
/// not grouped: ICU writes the number without them, and they are put before its first digit. Symbols that are given
/// instead of a locale's are put together digit by digit; see ``NumberSettings`` for what other settings make of a number.
public struct Oracle: Sendable {
  /// The currency of amounts, the same in every locale, so that as many digits are typed in each.
  public static let currencyCode = "EUR"

  private let locale: Locale
  private let value: ValueKind

  /// Makes an oracle for the locale with this identifier and a kind of value.
  public init(locale: String, value: ValueKind = .decimal) {
    self.locale = Locale(identifier: locale)
    self.value = value
  }

  /// The state that the field should have after editing has ended.
  ///
  /// - Returns: the expectation; its text is nil if the number has more than 38 digits, the limit for ICU here.
  public func expectation(for number: MeantNumber) -> Expectation {
    if value == .hex { return ColorOracle.expectation(for: number.integer) }
    if case .own(let kind) = value { return kind.expectation(for: number, locale: locale) }
    guard number.hasDigits else { return Expectation(text: "", value: .none) }
    return Expectation(
      text: text(of: value.settled(number)), value: number.expectedValue(of: value))
  }

  /// The state that the field should have while it is typed into: a trailing separator stays, and so does a leading
  /// one.
  public func expectationWhileTyping(_ number: MeantNumber) -> Expectation {
    if case .own(let kind) = value { return kind.expectationWhileTyping(number, locale: locale) }
    if number.isEmpty { return Expectation(text: "", value: .none) }
    if value == .hex { return Expectation(text: number.integer, value: .none) }
    if number.integer.isEmpty, number.fraction == nil {
      return Expectation(text: loneSign, value: .none)
    }
    return Expectation(
      text: textWhileTyping(value.shown(number)),
      value: number.hasDigits ? number.expectedValue(of: value) : .none)
  }

  /// The text of a number that may have no digit on one side of the separator: ICU sets money apart from a digit only,
  /// so it is given one, which is taken out again.
  private func textWhileTyping(_ number: MeantNumber) -> String? {
    var digits = number
    if number.integer.isEmpty { digits.integer = "1" }
    if number.fraction == "" { digits.fraction = "1" }
    guard digits != number else { return text(of: number) }
    guard var scalars = text(of: digits).map({ Array($0.unicodeScalars) }),
      let first = scalars.firstIndex(where: \.isDecimalDigit),
      let last = scalars.lastIndex(where: \.isDecimalDigit)
    else { return nil }
    if number.fraction == "" { scalars.remove(at: last) }
    if number.integer.isEmpty { scalars.remove(at: first) }
    return String(String.UnicodeScalarView(scalars))
  }

  /// The texts after a number of this kind, the longest first; empty if there are none.
  var suffixes: [String] {
    if case .own(let kind) = value { return kind.suffixes }
    let numbers = [false, true].map { MeantNumber(isNegative: $0, integer: "1") }
    let suffixes = numbers.compactMap { number in
      (text(of: number) ?? "").unicodeScalars.split(
        omittingEmptySubsequences: false, whereSeparator: \.isDecimalDigit
      ).last.map { String($0) }
    }
    return Set(suffixes).filter { !$0.isEmpty }.sorted { $0.utf16.count > $1.utf16.count }
  }

  /// The separator that is typed for this kind of value.
  var decimalSeparator: String {
    between(MeantNumber(integer: "1", fraction: "5")).first ?? "."
  }

  /// The separator of groups; nil if numbers are not grouped.
  var groupingSeparator: String? { between(MeantNumber(integer: "1234567")).first }

  /// The texts between the digits of a number.
  private func between(_ number: MeantNumber) -> [String] {
    (text(of: number) ?? "").unicodeScalars.split(
      omittingEmptySubsequences: false, whereSeparator: \.isDecimalDigit
    ).dropFirst().dropLast().map { String($0) }.filter { !$0.isEmpty }
  }

  /// The minus with the marks of direction that touch it, without digits and affixes.
  private var loneSign: String {
    let written = text(of: MeantNumber(isNegative: true, integer: "1")) ?? "-"
    let parts = written.unicodeScalars.split { !$0.isMinus && !$0.isBidiMark }
    return parts.first { $0.contains(where: \.isMinus) }.map { String($0) } ?? "-"
  }
}

extension Oracle {
  private func text(of number: MeantNumber) -> String? {
    let zeros = number.integer.prefix { $0 == "0" }.count
    let significant = max(number.integer.count - zeros, min(number.integer.count, 1))
    guard let written = write(number, integerDigits: significant) else { return nil }
    let added = number.integer.count - significant
    guard added > 0 else { return written }
    var scalars = Array(written.unicodeScalars)
    let zero = given.map { String($0.digits[0]) } ?? Decimal.FormatStyle(locale: locale).format(0)
    guard let first = scalars.firstIndex(where: \.isDecimalDigit),
      let zero = zero.unicodeScalars.first(where: \.isDecimalDigit)
    else { return nil }
    scalars.insert(contentsOf: Array(repeating: zero, count: added), at: first)
    return String(String.UnicodeScalarView(scalars))
  }

  /// The symbols that are given instead of the locale's; nil for the locale's.
  private var given: LocaleSymbols? { value.settings?.symbols }

  private func write(_ number: MeantNumber, integerDigits: Int) -> String? {
    guard var magnitude = number.value else { return nil }
    if let given {
      var number = number
      number.integer = String(number.integer.suffix(integerDigits))
      return number.written(given)
    }
    let precision = NumberFormatStyleConfiguration.Precision.integerAndFractionLength(
      integer: integerDigits, fraction: number.fraction?.count ?? 0)
    if value == .percent { magnitude /= 100 }
    // Decimal has no negative zero, Double has.
    let isNegativeZero = magnitude.isZero && number.isNegative
    if let code = value.currencyCode {
      let isAccounting = value.settings?.isAccounting ?? false
      let sign: CurrencyFormatStyleConfiguration.SignDisplayStrategy =
        isAccounting ? .accounting : .automatic
      return isNegativeZero
        ? FloatingPointFormatStyle<Double>.Currency(code: code, locale: locale)
          .precision(precision).sign(strategy: sign)
          .format(-0.0)
        : Decimal.FormatStyle.Currency(code: code, locale: locale)
          .precision(precision).sign(strategy: sign)
          .format(magnitude)
    }
    if value == .percent {
      return isNegativeZero
        ? FloatingPointFormatStyle<Double>.Percent(locale: locale)
          .precision(precision).format(-0.0)
        : Decimal.FormatStyle.Percent(locale: locale)
          .precision(precision).format(magnitude)
    }
    return isNegativeZero
      ? FloatingPointFormatStyle<Double>(locale: locale)
        .precision(precision).format(-0.0)
      : Decimal.FormatStyle(locale: locale)
        .precision(precision).format(magnitude)
  }
}

extension Unicode.Scalar {
  fileprivate var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }
  fileprivate var isMinus: Bool { self == "-" || self == "\u{2212}" }
  fileprivate var isBidiMark: Bool {
    self == "\u{200E}" || self == "\u{200F}" || self == "\u{61C}"
  }
}

/// The expected state of a field for a hexadecimal colour, from a reference that shares no code with a strategy.
///
/// A colour is exactly six digits; its text has a `#` in front, its value has none, and the case of letters is that of
/// the keys. Anything else leaves nothing.
enum ColorOracle {
  /// The state that the field should have after editing has ended.
  static func expectation(for digits: String) -> Expectation {
    guard digits.wholeMatch(of: /[0-9A-Fa-f]{6}/) != nil else {
      return Expectation(text: "", value: .none)
    }
    return Expectation(text: "#\(digits)", value: .text(digits))
  }
}
