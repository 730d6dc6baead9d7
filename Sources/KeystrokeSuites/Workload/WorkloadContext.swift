import BenchmarkModel
import FieldHost
import Foundation
import ReformatCore

/// The locale in which sessions are typed and checked, and the kind of value that they type.
public struct WorkloadContext: Sendable {
  /// How the locale writes numbers of this kind.
  public let symbols: LocaleSymbols
  /// What may stand behind a number of this kind, the longest first.
  let suffixes: [String]
  /// The base of the digits.
  let radix: Int
  private let oracle: Oracle

  /// The context of the locale with this identifier.
  public init(locale: String, value: ValueKind) {
    oracle = Oracle(locale: locale, value: value)
    var symbols = LocaleSymbols.of(locale)
    // Some locales write money with a separator of its own.
    if value == .currency { symbols.decimalSeparator = oracle.decimalSeparator }
    self.symbols = symbols
    suffixes = oracle.suffixes
    radix = value.radix
  }

  /// What differs between what a session meant and what the field holds; nil where nothing does.
  ///
  /// Where the oracle cannot tell, that is said as a difference: nothing passes unchecked.
  func mismatch(_ field: some HostedField, meant: MeantNumber, promise: Promise) -> Mismatch? {
    switch promise {
    case .asTyped:
      let keys = meant.keys(symbols)
      guard field.text != keys else { return nil }
      return Mismatch(expectedText: keys, text: field.text, expectedValue: nil, value: nil)
    case .formatted, .formattedAtEnd:
      let expected = oracle.expectation(for: meant)
      guard let expectedText = expected.text else {
        return Mismatch(
          expectedText: "(not known: more than 38 digits)", text: field.text, expectedValue: nil,
          value: field.valueDescription)
      }
      // Equal scalars, not equal graphemes: two texts that merely look alike are two texts.
      let isRight = field.text.unicodeScalars.elementsEqual(expectedText.unicodeScalars)
      guard !isRight || !expected.value.matches(field.valueDescription) else { return nil }
      return Mismatch(
        expectedText: expectedText, text: field.text,
        expectedValue: expected.value.plain, value: field.valueDescription)
    }
  }
}
