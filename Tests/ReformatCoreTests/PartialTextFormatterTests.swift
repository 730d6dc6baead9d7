import Foundation
import ReformatCore
import Testing

@Suite struct PartialTextFormatterTests {
  private func isValid(_ text: String, by formatter: some PartialTextFormatter) -> Bool {
    let end = text.utf16.count
    let proposal = PartialText(
      text: text, selection: end..<end, original: "", originalSelection: 0..<0)
    return formatter.judge(proposal) == .valid
  }

  @Test(arguments: ["", "0", "c0ffee", "C0FFEE", "123456"])
  func sixHexadecimalCharactersMayStand(_ text: String) {
    #expect(isValid(text, by: HexColorFormatter()))
  }

  @Test(arguments: ["1234567", "g", "12 4", "#", "#12345", "-1", "\u{661}", "\u{FF21}", "é"])
  func nothingElseMayStand(_ text: String) {
    #expect(!isValid(text, by: HexColorFormatter()))
  }

  /// Checks the published behaviour: a mark anywhere drops the first character, and the rest is a value.
  @Test(arguments: [
    ("#c0FFee", "c0FFee"), ("c0FFee", "c0FFee"), ("12345", "12345"), ("", ""), ("#", ""),
    ("#1234567", "1234567"), ("##12345", "#12345"), ("c0#fee", "0#fee"), ("12345g", "12345g"),
  ])
  func aColourIsReadWithoutItsFirstCharacter(_ text: String, _ value: String) {
    #expect(HexColorFormatter().value(of: text) == value)
  }

  @Test(arguments: ["c0ffe", "c0ffee0", "c0ffeg", "", "#c0ffe"])
  func onlySixHexadecimalCharactersAreWritten(_ value: String) {
    #expect(HexColorFormatter().text(for: value) == nil)
  }

  @Test func aColourIsWrittenWithItsMark() {
    #expect(HexColorFormatter().text(for: "c0FFee") == "#c0FFee")
    #expect(HexColorFormatter().string(for: 7) == nil, "any value but a text")
  }

  @Test(arguments: [
    ("en_US", "", true), ("en_US", "-", true), ("en_US", "-12", true), ("en_US", "1,234", true),
    ("en_US", "12a", false), ("en_US", "1-2", false), ("en_US", "--1", false),
    ("en_US", ",1", false), ("en_US", "1.5", false), ("en_US", "\u{661}", false),
    ("ar_EG", "12", true), ("ar_EG", "\u{661}\u{66C}\u{662}", true),
    ("ar_EG", "\u{61C}-\u{661}", true), ("ar_EG", "\u{61C}\u{661}", true),
    ("ar_EG", "-1", true), ("ar_EG", "1,2", false), ("sv_SE", "\u{2212}5", true),
    ("sv_SE", "-5", true), ("en_US", "\u{2212}5", false), ("he_IL", "\u{200E}-5", true),
  ])
  func integersAreJudgedByTheirLocale(_ locale: String, _ text: String, _ valid: Bool) {
    let formatter = PartialNumberFormatter(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: locale)), symbols: .of(locale),
      allowsFraction: false)
    #expect(isValid(text, by: formatter) == valid)
  }

  @Test(arguments: [
    ("en_US", "1.", true), ("en_US", ".5", true), ("en_US", "1.5.", false),
    ("en_US", "1,5", true), ("en_US", "1.5,", false), ("de_DE", "1.234,5", true),
    ("de_DE", "1,234.5", false), ("ar_EG", "1\u{66B}5", true), ("ar_EG", "1.5", false),
  ])
  func fractionsAreJudgedByTheirLocale(_ locale: String, _ text: String, _ valid: Bool) {
    let formatter = PartialNumberFormatter(
      style: FloatingPointFormatStyle<Double>(locale: Locale(identifier: locale)),
      symbols: .of(locale), allowsFraction: true)
    #expect(isValid(text, by: formatter) == valid)
  }

  /// Checks that every text a locale formats is accepted and read back.
  @Test(arguments: [
    "en_US", "de_CH", "fr_FR", "en_IN", "sv_SE", "ar_EG", "fa_IR", "he_IL", "ps_AF",
  ])
  func ownOutputMayStandAndIsReadBack(_ locale: String) throws {
    let formatter = PartialNumberFormatter(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: locale)), symbols: .of(locale),
      allowsFraction: false)
    for number in [0, 7, -7, 1234, -1_234_567, .max, .min] {
      let text = try #require(formatter.text(for: number))
      #expect(isValid(text, by: formatter), "\(text)")
      #expect(formatter.value(of: text) == number)
    }
  }

  @Test func aGroupThatIsCutLosesNothing() {
    let formatter = PartialNumberFormatter(
      style: IntegerFormatStyle<Int>(locale: Locale(identifier: "en_US")), symbols: .of("en_US"),
      allowsFraction: false)
    #expect(formatter.value(of: "1,2,345") == 12345, "Foundation itself reads 1")
    #expect(formatter.value(of: "-") == nil)
    #expect(formatter.value(of: "99999999999999999999") == nil)
  }
}
