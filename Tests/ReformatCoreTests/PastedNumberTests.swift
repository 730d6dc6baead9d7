import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests that a text pasted in one piece is read as the number that it means, in every locale, hosting and kind of
/// value.
@Suite struct PastedNumberTests {
  /// The number of fields: each kind has two hostings.
  private static let all = NumberKind.everywhere.count * 2

  // MARK: - Decimal points of other shapes

  @Test(arguments: [".", "\u{FF0E}", "\u{3002}", "\u{FF61}", "\u{FE52}", "\u{2024}"])
  func aPointOfAnyShape(_ point: String) {
    let result = insertEverywhere(12.5) { $0.point == "." ? "12\(point)5" : nil }
    #expect(result.problems == [])
    #expect(result.count > Self.all / 3)
  }

  @Test(arguments: [",", "\u{FF0C}", "\u{3001}", "\u{FE50}", "\u{FE51}", "\u{FF64}"])
  func aCommaOfAnyShape(_ point: String) {
    let result = insertEverywhere(12.5) {
      [",", "\u{66B}"].contains($0.point) ? "12\(point)5" : nil
    }
    #expect(result.problems == [])
    #expect(result.count > Self.all / 4)
  }

  @Test(arguments: ["\u{661}\u{662}\u{66B}\u{665}", "\u{FF11}\u{FF12}\u{66B}\u{FF15}"])
  func theArabicPoint(_ pasted: String) {
    let result = insertEverywhere(12.5) { _ in pasted }
    #expect(result.problems == [])
    #expect(result.count == Self.all)
  }

  @Test func aPointOfAnotherShapeThatIsTyped() {
    for kind in NumberKind.everywhere where kind.point == "." && kind.name != .int {
      for field in kind.fields(kind.text(12)) {
        field.selection = Self.end(of: kind, field.text)
        field.type("\u{3002}")
        field.type("5")
        #expect(kind.problem(field, 12.5, caretBehind: 3) == nil)
      }
    }
  }

  // MARK: - Signs

  @Test(arguments: [
    "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}", "\u{FE63}", "\u{FF0D}",
    "\u{207B}",
    "\u{208B}",
  ])
  func aMinusOfAnyShape(_ minus: String) {
    for pasted in ["\(minus)52", "\(minus) 52", "52\(minus)"] {
      let result = insertEverywhere(-52) { _ in pasted }
      #expect(result.problems == [])
      #expect(result.count == Self.all)
    }
  }

  @Test(arguments: ["(52)", "( 52 )", "\u{FF08}52\u{FF09}"])
  func parentheses(_ pasted: String) {
    #expect(insertEverywhere(-52) { _ in pasted }.problems == [])
  }

  @Test func parenthesesAroundWhatTheLocaleWrites() {
    let result = insertEverywhere(-1234.5) { "(" + $0.text(1234.5) + ")" }
    #expect(result.problems == [])
    #expect(result.count == Self.all)
  }

  @Test(arguments: [
    "5.99 - 10.99", "3-4", "3 \u{2013} 4", "-(5)", "--5", "+-5", "555-1234", "1-2-3",
  ])
  func aHyphenBetweenNumbersIsNoSign(_ pasted: String) {
    #expect(insertEverywhere(nil) { _ in pasted }.problems == [])
  }

  @Test func aDashInPlaceOfCents() {
    for dash in ["-", "\u{2013}", "\u{2014}"] {
      for kind in NumberKind.everywhere where kind.name != .int {
        for field in kind.fields() {
          field.type("25" + kind.point + dash)
          field.endEditing()
          #expect(kind.problem(field, 25) == nil)
        }
      }
    }
    #expect(insertEverywhere(100_000) { _ in "1,00,000/-" }.problems == [])
  }

  // MARK: - Exponents and units

  @Test(arguments: [
    ("1e5", 100_000), ("1E+5", 100_000), ("2e0", 2), ("-3e2", -300), ("1\u{D7}10^5", 100_000),
  ])
  func anExponent(_ pasted: String, _ number: Int) {
    #expect(insertEverywhere(Decimal(number)) { _ in pasted }.problems == [])
  }

  @Test func anExponentOfAFraction() {
    let small = insertEverywhere(0.00012) { $0.keepsFraction ? "1\($0.point)2e-4" : nil }
    #expect(small.problems == [])
    #expect(small.count > 0)
    #expect(insertEverywhere(12_500) { "1\($0.point)25e4" }.problems == [])
  }

  @Test(arguments: [
    "Rs. 500", "Rs.500", "Fr. 500", "\u{62F}.\u{625}. 500", "500 kr.", "S/. 500", "$ 500", "NT$500",
    "USD 500", "500 CHF",
    "500\u{A0}\u{20BD}", "\t500\n", "$ 500 USD",
  ])
  func anyCurrencyInAFieldWithoutOne(_ pasted: String) {
    let result = insertEverywhere(500) { $0.hasUnit ? nil : pasted }
    #expect(result.problems == [])
    #expect(result.count > Self.all / 3)
  }

  @Test(arguments: ["\u{20AC}500", "EUR 500", "500\u{A0}\u{20AC}", "500EUR", "500 \u{20AC}"])
  func theFieldsOwnCurrency(_ pasted: String) {
    let result = insertEverywhere(500) { $0.name == .currency ? pasted : nil }
    #expect(result.problems == [])
    #expect(result.count > Self.all / 5)
  }

  @Test(arguments: [
    "50\u{A2}", "$10.50", "USD 10", "10 kr", "10%", "10 m\u{B2}", "10 km", "10 x", "1abc", "#10",
    "10\u{B0}", "\u{2116} 10",
  ])
  func anotherUnitIsAnotherNumber(_ pasted: String) {
    #expect(insertEverywhere(nil) { $0.name == .currency ? pasted : nil }.problems == [])
  }

  @Test(arguments: [
    "50\u{A2}", "10%", "10 m\u{B2}", "10 km", "10 KM", "5k", "5K", "5 million", "1abc", "10x",
    "Q4 2024", "1h30", "2x4", "0x1F",
    "12a34", "v1.2", "#10",
  ])
  func anythingButACurrencyIsRefused(_ pasted: String) {
    let result = insertEverywhere(nil) { $0.hasUnit ? nil : pasted }
    #expect(result.problems == [])
    #expect(result.count > Self.all / 3)
  }

  @Test func aCurrencyBeforeAFraction() {
    #expect(insertEverywhere(12.25) { $0.hasUnit ? nil : "Fr. 12\($0.point)25" }.problems == [])
    #expect(insertEverywhere(-12.25) { $0.hasUnit ? nil : "-Fr. 12\($0.point)25" }.problems == [])
  }

  /// The short dates of all locales and calendars.
  @Test func aDateIsNoNumber() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    let days: [Date] = try [(2024, 12, 24), (2031, 3, 5)].map { year, month, day in
      try #require(calendar.date(from: DateComponents(year: year, month: month, day: day)))
    }
    var texts: [Locale: [String]] = [:]
    for identifier in Locale.availableIdentifiers {
      for style in [DateFormatter.Style.short, .medium] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: identifier)
        formatter.timeZone = calendar.timeZone
        formatter.dateStyle = style
        texts[Locale(identifier: identifier), default: []] += days.map(formatter.string(from:))
      }
    }
    for kind in NumberKind.everywhere {
      for pasted in Set(kind.locales.flatMap { texts[$0] ?? [] }) {
        for field in kind.fields() {
          field.type(pasted)
          #expect(field.valueDescription == nil, "\(kind): \(pasted)")
        }
      }
    }
  }

  @Test func aZeroBeforeASeparatorIsAFraction() {
    for (pasted, number) in [("0,500", 0.5), ("0.500", 0.5), ("0,125", 0.125)]
      as [(String, Decimal)]
    {
      for kind in NumberKind.everywhere where kind.name == .double || kind.name == .decimal {
        for field in kind.fields() {
          field.type(pasted)
          #expect(
            field.valueDescription.flatMap { Decimal(string: $0) } == number, "\(kind): \(pasted)")
        }
      }
    }
  }

  @Test(arguments: ["-5", "+5", "(5)", "5-", "\u{2212}5"])
  func aSignInsideANumberIsRefused(_ pasted: String) {
    for kind in NumberKind.everywhere {
      let text = kind.text(12)
      for field in kind.fields(text) {
        field.selection = Self.end(of: kind, text)
        field.type(pasted)
        #expect(kind.problem(field, 12) == nil, "\(pasted)")
      }
    }
  }

  @Test func aPointThatWouldCutDigitsIsRefused() {
    for kind in NumberKind.everywhere
    where kind.name == .currency && kind.format.maximumFractionDigits == 2 {
      let text = kind.text(12_345.5)
      let first = text.utf16.firstIndex { unit in "1\(kind.format.digits[1])".utf16.contains(unit) }
      for field in kind.fields(text) {
        let place = text.utf16.distance(
          from: text.utf16.startIndex, to: first ?? text.utf16.startIndex)
        let behind = place + String(kind.format.digits[1]).utf16.count
        field.selection = behind..<behind
        field.type(kind.point)
        #expect(kind.problem(field, 12_345.5) == nil)
      }
    }
  }

  // MARK: - Separators of another notation

  @Test(arguments: ["1.234,5", "1,234.5", "1\u{A0}234,5", "1 234.5", "1'234.5", "1\u{2019}234,5"])
  func bothSeparatorsMeanTheLastIsThePoint(_ pasted: String) {
    let result = insertEverywhere(1234.5) { _ in pasted }
    #expect(result.problems == [])
    #expect(result.count == Self.all)
  }

  @Test(arguments: ["12.345.678,00", "12,345,678.00"])
  func allDigitsOfALongAmountAreKept(_ pasted: String) {
    for kind in NumberKind.everywhere {
      for field in kind.fields() {
        field.type(pasted)
        #expect(field.valueDescription == kind.value(12_345_678))
      }
    }
  }

  @Test(arguments: [
    "1.234.567", "1,234,567", "1'234'567", "1 234 567", "1\u{202F}234\u{202F}567", "12,34,567",
  ])
  func repeatedSeparatorsGroup(_ pasted: String) {
    let result = insertEverywhere(1_234_567) { _ in pasted }
    #expect(result.problems == [])
    #expect(result.count == Self.all)
  }

  @Test func oneSeparatorGroupsInAWholeNumber() {
    for separator in [".", ","] {
      let result = insertEverywhere(1234) {
        $0.name == .int && $0.point != separator ? "1\(separator)234" : nil
      }
      #expect(result.problems == [])
      #expect(result.count > 0)
    }
  }

  @Test(arguments: [
    ("1234.7", "1234.7"), ("1234,7", "1234.7"), ("11,11", "11.11"), ("11.11", "11.11"),
  ])
  func oneSeparatorThatCannotGroupIsThePoint(_ pasted: String, _ number: String) {
    // In a locale that groups by twos, 11,11 may mean a whole number.
    let result = insertEverywhere(Decimal(string: number)) {
      $0.name == .int && $0.format.groupSizes == [2] ? nil : pasted
    }
    #expect(result.problems == [])
    #expect(result.count >= Self.all - 10)
  }

  // MARK: - Refused texts, and texts taken as typed

  @Test(arguments: [
    "abc", "NaN", "5\u{BD}", "5\u{2030}", "3\u{4E07}", "12.5.2024", "2024-05-12", "12:30", "<5",
    "5\n6", "192.168.1.1", "24.12.24", "01 23 45 67 89", "5..10", "1,2,3", "1.234.567.89",
    "0,500,000", "12.34.56.78",
    "1 2 3 4 5",
  ])
  func aTextThatIsNoNumberIsRefusedWhole(_ pasted: String) {
    var count = 0
    for kind in NumberKind.everywhere where kind.name != .int && !kind.types(pasted) {
      for field in kind.fields() {
        field.type(pasted)
        #expect(kind.problem(field, nil) == nil)
        count += 1
      }
      for field in kind.fields(kind.text(7)) {
        field.selection = 0..<field.text.utf16.count
        field.type(pasted)
        #expect(kind.problem(field, 7) == nil)
      }
    }
    #expect(count > Self.all / 4)
  }

  @Test(arguments: [(" 42 ", 42), ("0042", 42)])
  func plainTypingIsTakenAsTyped(_ pasted: String, _ number: Int) {
    for kind in NumberKind.everywhere {
      for field in kind.fields() {
        field.type(pasted)
        #expect(field.valueDescription == kind.value(Decimal(number)))
      }
    }
  }

  // MARK: - Texts that the engine writes

  @Test func itsOwnTextIsPastedBack() {
    for number in [7, -52, 1234.5, 98_765_432.25, -1_234_567, 0.75] as [Decimal] {
      let result = insertEverywhere(number) { $0.text(number) }
      #expect(result.problems == [])
      #expect(result.count == Self.all)
    }
  }

  @Test func aPasteOverTheWholeTextReplacesIt() {
    for kind in NumberKind.everywhere {
      for field in kind.fields(kind.text(-98_765)) {
        field.selection = 0..<field.text.utf16.count
        field.type(kind.text(1234.5))
        #expect(kind.problem(field, 1234.5) == nil)
      }
    }
  }

  private static func end(of kind: NumberKind, _ text: String) -> Range<Int> {
    let end = text.utf16.count - kind.format.affixes.suffix.utf16.count
    return end..<end
  }
}

extension NumberKind {
  /// True if the field has a prefix or a suffix.
  fileprivate var hasUnit: Bool { format.affixes != IncrementalFormat.Affixes() }

  /// True if a text of digits and separators is plain typing here, because the separator groups.
  fileprivate func types(_ text: String) -> Bool {
    let separators = Set(text.filter { !$0.isNumber })
    guard separators.count == 1, let separator = separators.first else { return false }
    return group == String(separator) || (separator == " " && group.allSatisfy(\.isWhitespace))
  }
}
