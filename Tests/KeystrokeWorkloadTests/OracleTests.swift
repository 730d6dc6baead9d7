import Foundation
import KeystrokeWorkload
import Testing

@Suite struct OracleTests {
  @Test(arguments: [
    ("1234", "en_US", "1,234"), ("-1234567", "en_IN", "-12,34,567"),
    ("1234.50", "de_DE", "1.234,50"),
    ("1234567", "fr_FR", "1\u{202F}234\u{202F}567"), ("-5", "sv_SE", "\u{2212}5"),
    ("-15", "ar_EG", "\u{61C}-\u{661}\u{665}"), ("1234", "es_ES", "1234"),
    ("12345", "es_ES", "12.345"), ("007", "en_US", "007"), ("1.00", "en_US", "1.00"),
    ("-0", "en_US", "-0"), ("0.05", "en_US", "0.05"), (".5", "en_US", "0.5"), ("", "en_US", ""),
    (
      "12345678901234567890123456789012345678", "en_US",
      "12,345,678,901,234,567,890,123,456,789,012,345,678"
    ),
  ])
  func expects(_ plain: String, _ locale: String, _ text: String) throws {
    let meant = try #require(MeantNumber(plain: plain))
    #expect(Oracle(locale: locale).expectation(for: meant).text == text)
  }

  @Test func valuesAreExact() throws {
    let long = try #require(MeantNumber(plain: "-12345678901234567890.12"))
    #expect(
      Oracle(locale: "en_US").expectation(for: long).value
        == .decimal(try #require(Decimal(string: "-12345678901234567890.12"))))
    #expect(Oracle(locale: "en_US").expectation(for: MeantNumber()).value == .none)
  }

  @Test func beyondWhatICUIsGivenItDoesNotTell() throws {
    let long = try #require(MeantNumber(plain: String(repeating: "7", count: 39)))
    #expect(Oracle(locale: "en_US").expectation(for: long).text == nil)
  }

  @Test(arguments: ["1,2", "a", "--1", "1.2.3", " 1", "1-"]) func whatIsNotPlainIsNotRead(
    _ text: String
  ) {
    #expect(MeantNumber(plain: text) == nil)
  }
}
