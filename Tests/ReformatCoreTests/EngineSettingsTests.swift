import Foundation
import ReformatCore
import Testing

/// The settings of a format, one by one; that they hold in every locale is in the tests of KeystrokeSuites.
@Suite struct EngineSettingsTests {
  /// Types each character where the caret is; `<` is Backspace.
  private func typed(_ keys: String, _ format: IncrementalFormat, into text: String = "")
    -> IncrementalEngine
  {
    var engine = IncrementalEngine(format: format, text: text)
    for key in keys {
      let caret = engine.caret
      if key == "<" {
        engine.apply(TextEdit(range: max(0, caret - 1)..<caret, replacement: ""), key: .backspace)
      } else {
        engine.apply(TextEdit(range: caret..<caret, replacement: String(key)))
      }
    }
    return engine
  }

  private func ended(_ keys: String, _ format: IncrementalFormat) -> String {
    var engine = typed(keys, format)
    engine.endEditing()
    let again = engine.endEditing()
    #expect(!again)
    return engine.text
  }

  @Test(arguments: [
    ("1", "1.00"), ("1.5", "1.50"), ("1.", "1.00"), (".5", "0.50"), ("1.239", "1.23"), ("", ""),
    ("-", ""), ("-0", "0.00"), ("1234", "1,234.00"),
  ])
  func fixedDigitsArePaddedWhenEditingEnds(_ keys: String, _ text: String) {
    let format = IncrementalFormat(maximumFractionDigits: 2, minimumFractionDigits: 2)
    #expect(ended(keys, format) == text)
  }

  @Test func aValueThatCodeWritesHasItsFixedDigits() {
    let format = IncrementalFormat(maximumFractionDigits: 2, minimumFractionDigits: 2)
    var strategy = IncrementalDelegate<Decimal>(format: format)
    #expect(strategy.text(for: Decimal(15) / 10, phases: PhaseMarker()) == "1.50")
    #expect(strategy.text(for: 12, phases: PhaseMarker()) == "12.00")
  }

  @Test(arguments: [
    ("1.50", "1.5"), ("1.00", "1"), ("100", "100"), (".00", "0"), (".50", "0.5"), ("-0.0", "0"),
  ])
  func zerosAtTheEndAreDroppedWhenEditingEnds(_ keys: String, _ text: String) {
    #expect(ended(keys, IncrementalFormat(dropsTrailingZeros: true)) == text)
    #expect(typed(keys, IncrementalFormat(dropsTrailingZeros: true)).text == keys)
  }

  @Test func zerosAreDroppedDownToTheFixedDigits() {
    let format = IncrementalFormat(minimumFractionDigits: 2, dropsTrailingZeros: true)
    #expect(ended("1.5000", format) == "1.50")
    #expect(ended("1.2340", format) == "1.234")
    #expect(ended("1", format) == "1.00")
  }

  @Test func wholeDigitsBeyondTheLimitAreRefused() {
    let format = IncrementalFormat(maximumFractionDigits: 2, maximumIntegerDigits: 3)
    #expect(typed("12345.678", format).text == "123.67")
    var engine = typed("123.4", format)
    func refuses(_ range: Range<Int>, _ text: String) -> Bool {
      let before = (engine.text, engine.caret)
      return !engine.apply(TextEdit(range: range, replacement: text))
        && before == (engine.text, engine.caret)
    }
    #expect(refuses(0..<0, "7"))
    #expect(refuses(0..<5, "1,234.5"), "a number is not cut short")
    // The digits of the fraction would become whole.
    #expect(refuses(3..<4, ""))
    engine.apply(TextEdit(range: 0..<1, replacement: "9"))
    #expect(engine.text == "923.4")
    engine.load("12,345")
    #expect(engine.text == "12,345", "code may set more")
    engine.apply(TextEdit(range: 5..<6, replacement: ""), key: .backspace)
    #expect(engine.text == "1,234")
  }

  @Test(arguments: [
    ("1", "0.01"), ("12", "0.12"), ("125", "1.25"), ("123456", "1,234.56"), ("0", "0.00"),
    ("005", "0.05"), ("125<", "0.12"), ("125<<", "0.01"), ("125<<<", ""), ("0<", ""),
    ("-5", "-0.05"),
    ("-5<", "-"), ("-5<<", ""), ("5-", "-0.05"), ("1.2", "0.12"), ("1x2", "0.12"),
  ])
  func aTillFillsFromTheRight(_ keys: String, _ text: String) {
    let engine = typed(keys, IncrementalFormat(maximumFractionDigits: 2, fillsFromRight: true))
    #expect(engine.text == text)
    #expect(engine.caret == text.utf16.count)
    #expect(engine.number.description == text.filter { $0 != "," })
  }

  @Test(arguments: [
    ("", "12.5", "12.50"), ("", "1250", "1,250.00"), ("", "12.345", "12.34"), ("", ".5", "0.50"),
    ("", "$ 3", "3.00"), ("99", "12.5", "0.99"), ("99", "00", "99.00"), ("", "-12.5", "-12.50"),
    ("", "00", "0.00"), ("", "1,234.5", "1,234.50"),
  ])
  func aPasteIntoATillIsAnAmountOrDigits(_ before: String, _ pasted: String, _ text: String) {
    let format = IncrementalFormat(maximumFractionDigits: 2, fillsFromRight: true)
    var engine = typed(before, format)
    engine.apply(TextEdit(range: engine.caret..<engine.caret, replacement: pasted))
    #expect(engine.text == text)
    engine.apply(TextEdit(range: 0..<engine.length, replacement: "12.5"))
    #expect(engine.text == "12.50")
    #expect(engine.caret == 5)
  }

  @Test func aTillIsEditedInTheMiddleAndItsPointIsProtected() {
    let format = IncrementalFormat(maximumFractionDigits: 2, fillsFromRight: true)
    var engine = typed("12345", format)
    #expect(engine.text == "123.45")
    engine.apply(TextEdit(range: 1..<1, replacement: "9"))
    #expect(engine.text == "1,923.45")
    #expect(engine.caret == 8)
    engine.apply(TextEdit(range: 5..<6, replacement: ""), key: .backspace)
    #expect(engine.text == "192.45")
    engine.apply(TextEdit(range: 3..<4, replacement: ""), key: .delete)
    #expect(engine.text == "19.25")
    engine.apply(TextEdit(range: 0..<2, replacement: ""))
    #expect(engine.text == "0.25")
  }

  @Test func aTillHasLimits() {
    var format = IncrementalFormat(maximumFractionDigits: 2, fillsFromRight: true)
    format.maximumDigits = 4
    #expect(typed("12345", format).text == "12.34")
    #expect(typed("00012345", format).text == "12.34")
    format.maximumDigits = nil
    format.maximumIntegerDigits = 3
    #expect(typed("1234567", format).text == "123.45")
    format.maximumFractionDigits = nil
    #expect(typed("5", format).text == "0.05")
    format.maximumFractionDigits = 3
    #expect(typed("5", format).text == "0.005")
    format.maximumFractionDigits = 0
    #expect(typed("5", format).text == "5")
  }

  /// Several ranges of a till, as a text view may select them.
  @Test func severalRangesOfATillAreOneEdit() {
    let format = IncrementalFormat(maximumFractionDigits: 2, fillsFromRight: true)
    var strategy = IncrementalDelegate<Decimal>(format: format, text: "0.05")
    let phases = PhaseMarker()
    let decision = strategy.shouldChange(
      "0.05", selection: 0..<4, in: [0..<1, 3..<4], to: "7", phases: phases)
    guard case .replace(let reaction) = decision else {
      Issue.record("\(decision)")
      return
    }
    #expect(reaction.text == "0.70")
  }

  @Test(arguments: [
    ("-1234.5", "(€1,234.5)"), ("-", "-"), ("-0", "(€0)"), ("5-", "(€5)"), ("-5-", "€5"),
    ("-5<", "-"),
  ])
  func aNegativeAmountOfAccountsIsInParentheses(_ keys: String, _ text: String) {
    let format = IncrementalFormat.currency(
      code: "EUR", locale: Locale(identifier: "en_US"), isAccounting: true)
    let engine = typed(keys, format)
    #expect(engine.text == text)
    let reread = IncrementalEngine(format: format, text: text)
    #expect(reread.number == engine.number)
  }

  @Test func aParenthesisIsDeletedWithTheOther() {
    let format = IncrementalFormat(affixes: .init(prefix: "Rs. ")).withParentheses()
    var engine = typed("-1234", format)
    #expect(engine.text == "(Rs. 1,234)")
    #expect(engine.caret == 10)
    for range in [0..<1, 10..<11] {
      engine.load("(Rs. 1,234)")
      engine.apply(TextEdit(range: range, replacement: ""), key: .backspace)
      #expect(engine.text == "Rs. 1,234")
    }
    engine.load("(Rs. 1,234)")
    // Backspace between prefix and number.
    engine.apply(TextEdit(range: 4..<5, replacement: ""), key: .backspace)
    #expect(engine.text == "Rs. 1,234")
    engine.apply(TextEdit(range: 0..<engine.length, replacement: "(Rs. 99)"))
    #expect(engine.number.description == "-99")
  }

  @Test(arguments: [("JPY", 0), ("EUR", 2), ("KWD", 3), ("CLF", 4)])
  func aCurrencyHasItsDigits(_ code: String, _ digits: Int) {
    let format = IncrementalFormat.currency(code: code, locale: Locale(identifier: "en_US"))
    #expect(format.maximumFractionDigits == digits)
  }
}
