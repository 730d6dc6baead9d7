import Foundation
import KeystrokeSuites
import Testing

@Suite struct OracleTests {
  @Test(arguments: [
    ("1234", "en_US", "1,234"), ("-1234567", "en_IN", "-12,34,567"),
    ("1234.50", "de_DE", "1.234,50"),
    ("1234567", "fr_FR", "1\u{202F}234\u{202F}567"), ("-5", "sv_SE", "\u{2212}5"),
    ("-15", "ar_EG", "\u{61C}-\u{661}\u{665}"), ("1234", "es_ES", "1234"),
    ("12345", "es_ES", "12.345"), ("007", "en_US", "7"), ("1.00", "en_US", "1.00"),
    ("-0", "en_US", "0"), ("0.05", "en_US", "0.05"), (".5", "en_US", "0.5"), ("", "en_US", ""),
    (
      "12345678901234567890123456789012345678", "en_US",
      "12,345,678,901,234,567,890,123,456,789,012,345,678"
    ),
  ])
  func expects(_ plain: String, _ locale: String, _ text: String) throws {
    let meant = try #require(MeantNumber(plain: plain))
    #expect(Oracle(locale: locale).expectation(for: meant).text == text)
  }

  @Test(arguments: [
    (ValueKind.currency, "1234.5", "en_US", "€1,234.5"),
    (.currency, "-1234.50", "de_CH", "EUR-1\u{2019}234.50"),
    (.currency, "12", "fy_NL", "€\u{A0}12"), (.currency, "-12", "fy_NL", "€\u{A0}12-"),
    (.percent, "12.5", "en_US", "12.5%"), (.percent, "-0", "en_US", "0%"),
    (.percent, "5", "de_DE", "5\u{A0}%"), (.decimal, "0001234", "en_US", "1,234"),
    (.decimal, "000", "en_US", "0"), (.decimal, "12.", "en_US", "12"),
  ])
  func expectsOfOtherKinds(_ kind: ValueKind, _ plain: String, _ locale: String, _ text: String)
    throws
  {
    let meant = try #require(MeantNumber(plain: plain))
    let expected = Oracle(locale: locale, value: kind).expectation(for: meant).text
    #expect(expected.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(arguments: [
    (ValueKind.decimal, "12.", "en_US", "12."), (.decimal, ".", "de_DE", ","),
    (.decimal, ".5", "de_DE", ",5"), (.decimal, "-", "fa_IR", "\u{200E}\u{2212}"),
    (.currency, "-", "en_US", "-"), (.currency, ".", "en_US", "€."), (.currency, "", "en_US", ""),
    (.currency, ".07", "de_LI", "EUR\u{A0}.07"),
  ])
  func expectsWhileTyping(_ kind: ValueKind, _ plain: String, _ locale: String, _ text: String)
    throws
  {
    let meant = try #require(MeantNumber(plain: plain))
    let expected = Oracle(locale: locale, value: kind).expectationWhileTyping(meant).text
    #expect(expected.map { Array($0.utf8) } == Array(text.utf8))
  }

  /// The text while the digits are typed, and when editing has ended; the value.
  @Test(arguments: [
    ("till", "5", "en_US", "€0.05", "€0.05", "0.05"),
    ("till", "-1250", "de_DE", "-12,50\u{A0}€", "-12,50\u{A0}€", "-12.5"),
    ("till", "0", "en_US", "€0.00", "€0.00", "0"),
    ("currency-JPY", "1234", "ja_JP", "¥1,234", "¥1,234", "1234"),
    ("currency-KWD", "1234.5", "en_US", "KWD\u{A0}1,234.5", "KWD\u{A0}1,234.5", "1234.5"),
    ("currency-CHF", "-5", "de_CH", "CHF-5", "CHF-5", "-5"),
    ("currency-accounting", "-1234.5", "en_US", "(€1,234.5)", "(€1,234.5)", "-1234.5"),
    ("currency-accounting", "-0", "en_US", "(€0)", "€0", "0"),
    ("currency-accounting", "-5", "de_DE", "-5\u{A0}€", "-5\u{A0}€", "-5"),
    ("decimal-fixed", "1234", "en_US", "1,234", "1,234.00", "1234"),
    ("decimal-fixed", "1.5", "de_DE", "1,5", "1,50", "1.5"),
    ("decimal-trimmed", "1.50", "en_US", "1.50", "1.5", "1.5"),
    ("decimal-trimmed", "100.00", "en_US", "100.00", "100", "100"),
    ("decimal-limited", "123456.78", "en_US", "123,456.78", "123,456.78", "123456.78"),
    ("decimal-given", "-1234.5", "de_DE", "-१\u{2009}२३४·५", "-१\u{2009}२३४·५", "-1234.5"),
    ("decimal-given", "001234.", "en_US", "००१\u{2009}२३४·", "१\u{2009}२३४", "1234"),
  ])
  func expectsOfSettings(
    _ name: String, _ keys: String, _ locale: String, _ typed: String, _ left: String,
    _ value: String
  ) throws {
    let kind = try #require(ValueKind(rawValue: name))
    let oracle = Oracle(locale: locale, value: kind)
    let meant = try #require(MeantNumber(plain: keys))
    #expect(oracle.expectationWhileTyping(meant).text == typed)
    #expect(oracle.expectation(for: meant).text == left)
    #expect(oracle.expectation(for: meant).value.matches(value))
  }

  /// A plain number of a till is an amount, not its digits.
  @Test(arguments: [("12.5", "1250"), ("0.05", "5"), ("-3", "-300"), ("0", "0"), ("", "")])
  func anAmountHasDigitsInATill(_ plain: String, _ digits: String) throws {
    let till = try #require(ValueKind(rawValue: "till"))
    let meant = try #require(MeantNumber(plain: plain, value: till))
    #expect(meant == MeantNumber(plain: digits))
  }

  @Test(arguments: ["currency-XQZ", "currency-", "currency-eur", "tills"])
  func whatIsNoCurrencyIsNoKind(_ name: String) { #expect(ValueKind(rawValue: name) == nil) }

  @Test func valuesAreThoseOfTheKind() throws {
    func value(_ plain: String, _ kind: ValueKind) throws -> ExpectedValue {
      Oracle(locale: "en_US", value: kind).expectation(
        for: try #require(MeantNumber(plain: plain))
      ).value
    }
    #expect(try value("9223372036854775807", .int) == .int(.max))
    #expect(try value("9223372036854775808", .int) == .none)
    #expect(try value("0.1", .double) == .double(0.1))
    #expect(try value("12.5", .percent) == .decimal(Decimal(string: "0.125")!))
    #expect(try value("", .decimal) == .none)
    #expect(ExpectedValue.double(0.1).matches("0.1") && !ExpectedValue.none.matches("0"))
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
