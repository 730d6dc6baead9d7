import FieldHost
import Foundation
import ReformatCore
import Testing

/// The published strategies are measured as published: each of their known defects must come out as it does there.
@Suite struct PublishedDefectsTests {
  @Test func delegateIgnoresTheRangeWhenItChecksTheLength() {
    let field = Fields.delegateInt(text: "1,234", value: 1234, maximumLength: 6)
    field.selection = 0..<5
    #expect(!field.type("567"))
  }

  @Test func delegateRejectsAMinusInFront() {
    let field = Fields.delegateInt(text: "12", value: 12)
    field.selection = 0..<0
    #expect(!field.type("-"))
  }

  @Test func delegateAcceptsADigitBeforeTheMinus() {
    let field = Fields.delegateInt(text: "-5", value: -5)
    field.selection = 0..<0
    #expect(field.type("9"))
    #expect(field.value as? Int == 9)
    #expect(field.text == "9")
  }

  @Test func delegateAcceptsSeveralPointsInOnePaste() {
    let field = Fields.delegateDouble()
    #expect(field.type("1.2.3"))
    #expect(field.value as? Double == 1.2)
  }

  @Test func delegateRejectsAGroupingSeparator() {
    #expect(!Fields.delegateInt().type("5,678"))
  }

  @Test func delegateKeepsTheValueOfAnEmptiedField() {
    let field = Fields.delegateInt()
    field.typeEach("7")
    field.deleteBackward()
    #expect(field.text == "")
    #expect(field.value as? Int == 7)
  }

  @Test func delegateFractionLimitHidesWhatWasTyped() {
    let field = Fields.delegateDouble(fraction: 0...2)
    field.typeEach("0.001")
    #expect(field.value as? Double == 0.001)
    #expect(field.text == "0")
  }

  @Test func onChangeLosesAZeroInTheFraction() {
    let field = Fields.onChangeDouble()
    field.typeEach("1.05")
    #expect(field.text == "1.5")
  }

  @Test func onChangeLosesDigitsWhenAGroupIsCut() {
    let field = Fields.onChangeInt(text: "1,234", value: 1234)
    field.selection = 3..<5
    field.deleteBackward()
    #expect(field.text == "1")
  }

  @Test func onChangeLosesDigitsToOneBackspaceInIndianGroups() {
    let field = Fields.onChangeInt("en_IN", text: "12,34,567", value: 1_234_567)
    field.selection = 5..<5
    field.deleteBackward()
    #expect(field.text == "12")
  }

  @Test func onChangeSecondPassFailsTheLengthCheck() {
    let field = Fields.onChangeInt(maximumLength: 5)
    field.typeEach("1000")
    #expect(field.text == "1,000")
    #expect(field.value == nil)
  }

  @Test(arguments: ["3", ""]) func onChangeRefusesItsOwnMinus(_ key: String) {
    let field = Fields.onChangeInt("sv_SE")
    field.typeEach("-5")
    #expect(field.text == "\u{2212}5")
    if key.isEmpty { field.deleteBackward() } else { field.typeEach(key) }
    #expect(field.text == "\u{2212}5")
  }

  @Test(arguments: ["ar_EG", "fa_IR", "ne_NP"])
  func onChangeIsStuckOnItsOwnDigits(_ locale: String) {
    let field = Fields.onChangeInt(locale)
    field.typeEach("1")
    #expect(field.text == String(LocaleSymbols.of(locale).digits[1]))
    field.typeEach("2")
    #expect(field.text == String(LocaleSymbols.of(locale).digits[1]))
  }

  @Test func onChangeLosesAPasteWithALetter() {
    let field = Fields.onChangeInt()
    field.type("12a34")
    #expect(field.text == "")
  }

  @Test func onChangeLosesTheSignOfZero() {
    let field = Fields.onChangeInt()
    field.typeEach("-0")
    #expect(field.text == "0")
  }

  @Test func onChangeDropsATrailingPointOnSubmit() {
    let field = Fields.onChangeDouble()
    field.typeEach("12.")
    #expect(field.text == "12.")
    field.endEditing()
    #expect(field.text == "12")
  }
}
