import Foundation
import ReformatCore
import Testing

/// Tests of locale symbols; the expected values are CLDR's as Foundation on Linux formats them, written by hand.
@Suite struct LocaleSymbolsTests {
  struct Known: CustomTestStringConvertible, Sendable {
    var locale: String
    var decimal: String
    var grouping: String
    var negative: String
    var zero: Character
    var sizes: [Int]
    var minimum: Int
    var testDescription: String { locale }
  }

  static let known: [Known] = [
    Known(
      locale: "en_US", decimal: ".", grouping: ",", negative: "-", zero: "0", sizes: [3], minimum: 1
    ),
    Known(
      locale: "de_DE", decimal: ",", grouping: ".", negative: "-", zero: "0", sizes: [3], minimum: 1
    ),
    Known(
      locale: "fr_FR", decimal: ",", grouping: "\u{202F}", negative: "-", zero: "0", sizes: [3],
      minimum: 1),
    Known(
      locale: "en_IN", decimal: ".", grouping: ",", negative: "-", zero: "0", sizes: [3, 2],
      minimum: 1),
    Known(
      locale: "sv_SE", decimal: ",", grouping: "\u{A0}", negative: "\u{2212}", zero: "0",
      sizes: [3], minimum: 1),
    Known(
      locale: "ar_EG", decimal: "\u{66B}", grouping: "\u{66C}", negative: "\u{61C}-",
      zero: "\u{660}", sizes: [3], minimum: 1),
    Known(
      locale: "fa_IR", decimal: "\u{66B}", grouping: "\u{66C}", negative: "\u{200E}\u{2212}",
      zero: "\u{6F0}", sizes: [3], minimum: 1),
    Known(
      locale: "es_ES", decimal: ",", grouping: ".", negative: "-", zero: "0", sizes: [3], minimum: 2
    ),
    Known(
      locale: "pl_PL", decimal: ",", grouping: "\u{A0}", negative: "-", zero: "0", sizes: [3],
      minimum: 2),
    Known(
      locale: "ne_NP", decimal: ".", grouping: ",", negative: "-", zero: "\u{966}", sizes: [3, 2],
      minimum: 1),
    Known(
      locale: "he_IL", decimal: ".", grouping: ",", negative: "\u{200E}-", zero: "0", sizes: [3],
      minimum: 1),
    Known(
      locale: "ks_IN", decimal: "\u{66B}", grouping: "\u{66C}", negative: "\u{200E}-\u{200E}",
      zero: "\u{6F0}", sizes: [3], minimum: 1),
    // The separator alone does not show whether numbers are grouped.
    Known(
      locale: "en_US_POSIX", decimal: ".", grouping: ",", negative: "-", zero: "0", sizes: [],
      minimum: 1),
  ]

  @Test(arguments: known) func probes(_ known: Known) {
    let symbols = LocaleSymbols.of(known.locale)
    #expect(symbols.decimalSeparator == known.decimal)
    #expect(symbols.groupingSeparator == known.grouping)
    #expect(symbols.negativePrefix == known.negative)
    #expect(symbols.minus.unicodeScalars.count == 1)
    #expect(symbols.negativePrefix.contains(symbols.minus))
    #expect(symbols.bidiMarks.count == known.negative.unicodeScalars.count - 1)
    #expect(symbols.digits.first == known.zero)
    #expect(symbols.groupSizes == known.sizes)
    #expect(symbols.minimumGroupingDigits == known.minimum)
  }

  /// Checks that a number built from the symbols equals Foundation's text, in every locale that Foundation knows.
  @Test(arguments: Locale.availableIdentifiers.sorted())
  func symbolsRebuildWhatFoundationFormats(_ identifier: String) {
    let symbols = LocaleSymbols.of(identifier)
    let style = IntegerFormatStyle<Int>(locale: Locale(identifier: identifier))
    for number in [0, 7, 123, 1234, 12345, 123_456, -1_234_567, 98_765_432_109] {
      #expect(rebuild(number, symbols) == style.format(number), "\(number)")
    }
  }

  /// Checks that locales with one format are written alike, so that a test of one of them holds for all.
  @Test func aFormatSaysAllOfALocale() {
    var count = 0
    for kind in NumberKind.everywhere {
      for number in [0, -52, 1234.5, 98_765_432.25, -1_234_567, 0.75] as [Decimal] {
        let texts = Set(kind.locales.map { kind.write(kind.kept(number), in: $0) })
        #expect(texts == [kind.text(number)], "\(kind)")
        count += kind.locales.count
      }
    }
    #expect(count == Locale.availableIdentifiers.count * NumberKind.Name.allCases.count * 6)
  }

  private func rebuild(_ number: Int, _ symbols: LocaleSymbols) -> String {
    let digits = String(number.magnitude).compactMap(\.wholeNumberValue).map { symbols.digits[$0] }
    guard let primary = symbols.groupSizes.first,
      digits.count >= primary + symbols.minimumGroupingDigits
    else { return (number < 0 ? symbols.negativePrefix : "") + String(digits) }
    var groups: [String] = []
    var rest = digits
    var sizes = symbols.groupSizes
    while !rest.isEmpty {
      groups.insert(String(rest.suffix(sizes[0])), at: 0)
      rest.removeLast(min(sizes[0], rest.count))
      if sizes.count > 1 { sizes.removeFirst() }
    }
    return (number < 0 ? symbols.negativePrefix : "")
      + groups.joined(separator: symbols.groupingSeparator)
  }
}
