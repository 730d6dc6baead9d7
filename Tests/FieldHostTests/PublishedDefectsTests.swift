import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests that the published strategies keep each of their known defects, since they are measured as published, and that
/// the lean ones have the same defects.
@Suite struct PublishedDefectsTests {
  @Test(arguments: Fields.allCases) func delegateIgnoresTheRangeWhenItChecksTheLength(
    _ fields: Fields
  ) {
    let field = fields.delegateInt(text: "1,234", value: 1234, maximumLength: 6)
    field.selection = 0..<5
    #expect(!field.type("567"))
  }

  @Test(arguments: Fields.allCases) func delegateRejectsAMinusInFront(_ fields: Fields) {
    let field = fields.delegateInt(text: "12", value: 12)
    field.selection = 0..<0
    #expect(!field.type("-"))
  }

  @Test(arguments: Fields.allCases) func delegateAcceptsADigitBeforeTheMinus(_ fields: Fields) {
    let field = fields.delegateInt(text: "-5", value: -5)
    field.selection = 0..<0
    #expect(field.type("9"))
    #expect(field.value as? Int == 9)
    #expect(field.text == "9")
  }

  @Test(arguments: Fields.allCases) func delegateAcceptsSeveralPointsInOnePaste(_ fields: Fields) {
    let field = fields.delegateDouble()
    #expect(field.type("1.2.3"))
    #expect(field.value as? Double == 1.2)
  }

  @Test(arguments: Fields.allCases) func delegateRejectsAGroupingSeparator(_ fields: Fields) {
    #expect(!fields.delegateInt().type("5,678"))
  }

  @Test(arguments: Fields.allCases) func delegateKeepsTheValueOfAnEmptiedField(_ fields: Fields) {
    let field = fields.delegateInt()
    field.typeEach("7")
    field.deleteBackward()
    #expect(field.text == "")
    #expect(field.value as? Int == 7)
  }

  @Test(arguments: Fields.allCases) func delegateFractionLimitHidesWhatWasTyped(_ fields: Fields) {
    let field = fields.delegateDouble(fraction: 0...2)
    field.typeEach("0.001")
    #expect(field.value as? Double == 0.001)
    #expect(field.text == "0")
  }

  @Test(arguments: Fields.allCases) func onChangeLosesAZeroInTheFraction(_ fields: Fields) {
    let field = fields.onChangeDouble()
    field.typeEach("1.05")
    #expect(field.text == "1.5")
  }

  @Test(arguments: Fields.allCases) func onChangeLosesDigitsWhenAGroupIsCut(_ fields: Fields) {
    let field = fields.onChangeInt(text: "1,234", value: 1234)
    field.selection = 3..<5
    field.deleteBackward()
    #expect(field.text == "1")
  }

  @Test(arguments: Fields.allCases) func onChangeLosesDigitsToOneBackspaceInIndianGroups(
    _ fields: Fields
  ) {
    let field = fields.onChangeInt("en_IN", text: "12,34,567", value: 1_234_567)
    field.selection = 5..<5
    field.deleteBackward()
    #expect(field.text == "12")
  }

  @Test(arguments: Fields.allCases) func onChangeSecondPassFailsTheLengthCheck(_ fields: Fields) {
    let field = fields.onChangeInt(maximumLength: 5)
    field.typeEach("1000")
    #expect(field.text == "1,000")
    #expect(field.value == nil)
  }

  @Test(arguments: Fields.allCases, ["3", ""])
  func onChangeRefusesItsOwnMinus(_ fields: Fields, _ key: String) {
    let field = fields.onChangeInt("sv_SE")
    field.typeEach("-5")
    #expect(field.text == "\u{2212}5")
    if key.isEmpty { field.deleteBackward() } else { field.typeEach(key) }
    #expect(field.text == "\u{2212}5")
  }

  @Test(arguments: Fields.allCases, ["ar_EG", "fa_IR", "ne_NP"])
  func onChangeIsStuckOnItsOwnDigits(_ fields: Fields, _ locale: String) {
    let field = fields.onChangeInt(locale)
    field.typeEach("1")
    #expect(field.text == String(LocaleSymbols.of(locale).digits[1]))
    field.typeEach("2")
    #expect(field.text == String(LocaleSymbols.of(locale).digits[1]))
  }

  @Test(arguments: Fields.allCases) func onChangeRefusesAPasteWithALetter(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.type("12a34")
    #expect(field.text == "")
  }

  @Test(arguments: Fields.allCases) func onChangeLosesTheSignOfZero(_ fields: Fields) {
    let field = fields.onChangeInt()
    field.typeEach("-0")
    #expect(field.text == "0")
  }

  @Test(arguments: Fields.allCases) func onChangeDropsATrailingPointOnSubmit(_ fields: Fields) {
    let field = fields.onChangeDouble()
    field.typeEach("12.")
    #expect(field.text == "12.")
    field.endEditing()
    #expect(field.text == "12")
  }

  @Test(arguments: Fields.allCases) func onChangeKeepsALoneSeparatorOnSubmit(_ fields: Fields) {
    let field = fields.onChangeDouble()
    field.typeEach(".")
    field.endEditing()
    #expect(field.text == ".")
  }

  @Test(arguments: Fields.allCases) func aFieldWithoutALimitWorks(_ fields: Fields) {
    for field in [
      fields.delegateInt(maximumLength: .max), fields.onChangeInt(maximumLength: .max),
    ] {
      field.typeEach("-123456789012345678")
      #expect(field.text == "-123,456,789,012,345,678")
    }
  }
}
