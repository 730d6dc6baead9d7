import FieldHost
import Foundation
import ReformatCore

/// The locale in which sessions are typed and checked.
public struct WorkloadContext: Sendable {
  /// How the locale writes numbers.
  public let symbols: LocaleSymbols
  private let oracle: Oracle

  /// The context of the locale with this identifier.
  public init(locale: String) {
    symbols = LocaleSymbols.of(locale)
    oracle = Oracle(locale: locale)
  }

  /// What differs between what a session meant and what the field holds; nil where nothing does, or
  /// where the oracle cannot tell.
  func mismatch(_ field: some HostedField, meant: MeantNumber, promise: Promise) -> Mismatch? {
    switch promise {
    case .asTyped:
      let keys = meant.keys(symbols)
      guard field.text != keys else { return nil }
      return Mismatch(expectedText: keys, text: field.text, expectedValue: nil, value: nil)
    case .formatted:
      let expected = oracle.expectation(for: meant)
      guard let expectedText = expected.text else { return nil }
      // Equal scalars, not equal graphemes: two texts that merely look alike are two texts.
      let isRight = field.text.unicodeScalars.elementsEqual(expectedText.unicodeScalars)
      guard !isRight || Self.decimal(field.valueDescription) != expected.value else { return nil }
      return Mismatch(
        expectedText: expectedText, text: field.text,
        expectedValue: expected.value?.description, value: field.valueDescription)
    }
  }

  private static func decimal(_ description: String?) -> Decimal? {
    description.flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
  }
}
