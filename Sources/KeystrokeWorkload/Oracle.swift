import Foundation

/// The text and value that should be left behind, from a reference that shares no code with a strategy.
///
/// The digits meant are given to ICU through Foundation's format styles, with as many digits before and
/// behind the separator as were typed, so that typed zeros and the sign are kept.
public struct Oracle: Sendable {
  private let locale: Locale

  /// An oracle for the locale with this identifier.
  public init(locale: String) { self.locale = Locale(identifier: locale) }

  /// What should stand in the field after editing has ended.
  ///
  /// - Returns: the expectation; its text is nil where the number has more digits than ICU is given
  ///   here (38).
  public func expectation(for number: MeantNumber) -> Expectation {
    guard !number.integer.isEmpty || !(number.fraction ?? "").isEmpty else {
      return Expectation(text: number.isNegative ? "-" : "", value: nil)
    }
    return Expectation(text: text(of: number), value: number.value)
  }

  private func text(of number: MeantNumber) -> String? {
    guard let value = number.value else { return nil }
    let digits = (
      integer: max(number.integer.count, 1), fraction: number.fraction?.count ?? 0
    )
    if value.isZero, number.isNegative {
      // Decimal has no negative zero, Double has.
      return FloatingPointFormatStyle<Double>(locale: locale)
        .precision(
          .integerAndFractionLength(integer: digits.integer, fraction: digits.fraction)
        )
        .format(-0.0)
    }
    return Decimal.FormatStyle(locale: locale)
      .precision(.integerAndFractionLength(integer: digits.integer, fraction: digits.fraction))
      .format(value)
  }
}

/// What should be left behind by a session.
public struct Expectation: Hashable, Sendable {
  /// The text, or nil where the reference cannot tell.
  public var text: String?
  /// The value, or nil for none.
  public var value: Decimal?

  /// An expectation of a text and a value.
  public init(text: String?, value: Decimal?) {
    self.text = text
    self.value = value
  }
}
