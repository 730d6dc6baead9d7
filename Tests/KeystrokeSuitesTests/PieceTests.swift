import BenchmarkModel
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Texts that arrive in one piece, in every locale that Foundation lists, in both hostings: the number that is stored
/// is the one that the text means, or none.
@Suite struct PieceTests {
  static let locales = Locale.availableIdentifiers.sorted()
  private static let strategies = ["incremental-delegate", "incremental-onchange"]

  /// A field of a strategy in a locale.
  private static func field(
    _ strategy: String, _ locale: String, _ value: ValueKind, text: String = ""
  )
    -> any HostedField
  {
    let entry =
      strategy == "incremental-delegate"
      ? StrategyEntry.incrementalDelegate : StrategyEntry.incrementalOnChange()
    var configuration = FieldConfiguration(locale: locale, value: value)
    configuration.text = text
    return entry.makeField(configuration, PhaseMarker())
  }

  /// The decimal separator, and the separator of groups, of a locale.
  private static func separators(_ locale: String) -> (decimal: String, group: String) {
    let symbols = LocaleSymbols.of(locale)
    return (symbols.decimalSeparator, symbols.groupingSeparator)
  }

  /// Pastes a text into an empty field of every locale, in both hostings, and holds the value against the one that
  /// the text means there; nil for a text that must be refused.
  private func paste(
    _ value: ValueKind = .decimal, in locales: [String] = Self.locales,
    _ text: (String) -> (text: String, meant: String?)?
  ) -> (failures: [String], tried: Int) {
    var failures: [String] = []
    var tried = 0
    for locale in locales {
      guard let (text, meant) = text(locale) else { continue }
      tried += 1
      for strategy in Self.strategies {
        let field = Self.field(strategy, locale, value)
        field.type(text)
        let isRight =
          meant.map {
            field.valueDescription.flatMap { Decimal(string: $0) } == Decimal(string: $0)
          }
          ?? (field.valueDescription == nil && field.text.isEmpty)
        if !isRight { failures.append("\(strategy) \(locale): \(field.text) of \(text)") }
      }
    }
    return (failures, tried)
  }

  @Test("K1: the decimal separator in other shapes", arguments: ["．", "。", "｡", "﹒", "․"])
  func decimalPoints(_ shape: String) {
    let (failures, tried) = paste { locale in
      Self.separators(locale).decimal == "." ? ("12\(shape)5", "12.5") : nil
    }
    #expect(failures.isEmpty)
    #expect(tried > 500)
  }

  @Test("K1: the decimal comma in other shapes", arguments: ["，", "﹐"])
  func decimalCommas(_ shape: String) {
    let (failures, tried) = paste { locale in
      Self.separators(locale).decimal == "," ? ("12\(shape)5", "12.5") : nil
    }
    #expect(failures.isEmpty)
    #expect(tried > 300)
  }

  @Test("K1: Arabic digits with their own separator, and a comma for it")
  func arabicSeparator() {
    #expect(paste { _ in ("١٢٫٥", "12.5") }.failures.isEmpty)
    let (failures, tried) = paste { locale in
      Self.separators(locale).decimal == "٫" ? ("12,5", "12.5") : nil
    }
    #expect(failures.isEmpty)
    #expect(tried > 20)
  }

  @Test("K2: the minus in other shapes", arguments: ["–", "‐", "‑", "‒", "－", "﹣", "⁻", "₋", "−"])
  func minuses(_ shape: String) {
    for value in [ValueKind.int, .decimal, .currency] {
      let (failures, tried) = paste(value) { _ in ("\(shape)5", "-5") }
      #expect(failures.isEmpty)
      #expect(tried == Self.locales.count)
    }
  }

  @Test(
    "K3: a hyphen in the place of the cents is no sign; one between two numbers makes them none")
  func hyphens() {
    #expect(paste { ("25\(Self.separators($0).decimal)-", "25") }.failures.isEmpty)
    #expect(paste { _ in ("1,00,000/-", "100000") }.failures.isEmpty)
    #expect(paste { _ in ("5.99 - 10.99", nil) }.failures.isEmpty)
    #expect(paste { _ in ("9-5", nil) }.failures.isEmpty)
  }

  @Test("K4: an exponent is a power of ten")
  func exponents() {
    for value in [ValueKind.int, .decimal, .double] {
      #expect(paste(value) { _ in ("1e5", "100000") }.failures.isEmpty)
    }
    #expect(paste { ("1\(Self.separators($0).decimal)2e-4", "0.00012") }.failures.isEmpty)
  }

  @Test("K5: parentheses are a minus")
  func parentheses() {
    #expect(paste { _ in ("(5)", "-5") }.failures.isEmpty)
    #expect(paste(.currency) { _ in ("(5)", "-5") }.failures.isEmpty)
  }

  @Test("K6: the point of an abbreviation is none of the number", arguments: ["Rs. 500", "Rs.500"])
  func abbreviations(_ text: String) {
    #expect(paste { _ in (text, "500") }.failures.isEmpty)
    #expect(
      paste { Self.separators($0).decimal == "." ? ("Fr. 12.50", "12.5") : nil }.failures.isEmpty)
  }

  @Test("K7: both separators, the last one decimal")
  func bothSeparators() {
    for (text, decimal) in [("1.234,5", ","), ("1,234.5", ".")] {
      let (failures, tried) = paste { locale in
        Self.separators(locale).decimal == decimal ? nil : (text, "1234.5")
      }
      #expect(failures.isEmpty)
      #expect(tried > 300)
    }
    let (failures, _) = paste(.currency) { locale in
      Self.separators(locale).decimal == "." ? ("12.345.678,00", "12345678") : nil
    }
    #expect(failures.isEmpty)
  }

  @Test("K8: one separator groups a whole number, and is decimal where it cannot group")
  func loneSeparator() {
    let (whole, some) = paste(.int) { Self.separators($0).decimal == "," ? ("1.234", "1234") : nil }
    #expect(whole.isEmpty)
    #expect(some > 300)
    let (fraction, tried) = paste {
      Self.separators($0).decimal == "," ? ("1234.7", "1234.7") : nil
    }
    #expect(fraction.isEmpty)
    #expect(tried > 300)
  }

  @Test("K9: the comma key, if a locale has a point and no comma between groups")
  func commaKey() {
    var tried = 0
    var failures: [String] = []
    for locale in Self.locales {
      let (decimal, group) = Self.separators(locale)
      guard decimal == ".", ![",", "،"].contains(group) else { continue }
      tried += 1
      for strategy in Self.strategies {
        let field = Self.field(strategy, locale, .double)
        for key in ["2", ",", "5"] { field.type(key) }
        if field.valueDescription != "2.5" { failures.append("\(strategy) \(locale)") }
      }
    }
    #expect(failures.isEmpty)
    #expect(tried > 40)
  }

  @Test("K10: Backspace behind a suffix and Delete before a prefix take the digit beside it")
  func keysInAffixes() {
    var failures: [String] = []
    var tried = (suffixes: 0, prefixes: 0)
    for locale in Self.locales {
      for value in [ValueKind.currency, .percent] {
        let shown = Oracle(locale: locale, value: value)
        guard let one = shown.expectationWhileTyping(MeantNumber(integer: "1")).text,
          let twelve = shown.expectationWhileTyping(MeantNumber(integer: "12")).text,
          let two = shown.expectationWhileTyping(MeantNumber(integer: "2")).text
        else { continue }
        let isDigit = { (unit: Unicode.Scalar) in unit.properties.generalCategory == .decimalNumber
        }
        for strategy in Self.strategies {
          if let last = twelve.unicodeScalars.last, !isDigit(last) {
            tried.suffixes += 1
            let field = Self.field(strategy, locale, value)
            field.type("12")
            field.selection = field.text.utf16.count..<field.text.utf16.count
            field.deleteBackward()
            if field.text != one { failures.append("\(strategy) \(locale): \(field.text)") }
          }
          if let first = twelve.unicodeScalars.first, !isDigit(first) {
            tried.prefixes += 1
            let field = Self.field(strategy, locale, value)
            field.type("12")
            field.selection = 0..<0
            field.deleteForward()
            if field.text != two { failures.append("\(strategy) \(locale): \(field.text)") }
          }
        }
      }
    }
    #expect(failures.isEmpty)
    #expect(tried.suffixes > 1_000 && tried.prefixes > 500)
  }

  @Test("K13: a text that code wrote without groups is read anew")
  func ungroupedTexts() {
    var failures: [String] = []
    for locale in Self.locales {
      let oracle = Oracle(locale: locale, value: .decimal)
      for strategy in Self.strategies {
        let typed = Self.field(strategy, locale, .decimal, text: "1234")
        typed.type("5")
        let longer = oracle.expectationWhileTyping(MeantNumber(integer: "12345")).text
        let deleted = Self.field(strategy, locale, .decimal, text: "1234567")
        deleted.deleteBackward()
        let shorter = oracle.expectationWhileTyping(MeantNumber(integer: "123456")).text
        if typed.text != longer || deleted.text != shorter {
          failures.append("\(strategy) \(locale): \(typed.text), \(deleted.text)")
        }
      }
    }
    #expect(failures.isEmpty)
  }

  @Test("What a locale writes is read back, in every kind of value")
  func ownText() {
    let meant = MeantNumber(isNegative: true, integer: "1234567", fraction: "25")
    for value in [ValueKind.decimal, .double, .currency, .percent] {
      let (failures, tried) = paste(value) { locale in
        Oracle(locale: locale, value: value).expectation(for: meant).text.map {
          ($0, value == .percent ? "-12345.6725" : "-1234567.25")
        }
      }
      #expect(failures.isEmpty)
      #expect(tried == Self.locales.count)
    }
  }
}
