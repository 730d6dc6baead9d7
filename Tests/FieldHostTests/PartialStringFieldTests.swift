import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of fields whose formatter judges partial text, as AppKit's do.
@Suite struct PartialStringFieldTests {
  private func color() -> HeadlessField {
    HeadlessField(strategy: PartialString(formatter: HexColorFormatter()))
  }

  private func number(_ locale: String) -> HeadlessField {
    HeadlessField(
      strategy: PartialString(
        formatter: PartialNumberFormatter(
          style: FloatingPointFormatStyle<Double>(locale: Locale(identifier: locale)),
          symbols: .of(locale), allowsFraction: true)))
  }

  @Test func whatIsNotValidChangesNothing() {
    let field = color()
    field.typeEach("c0f")
    field.selection = 1..<1
    let before = (field.text, field.selection, field.valueDescription, field.counts)
    #expect(!field.type("g"))
    #expect(!field.type("1234"), "seven characters")
    #expect((field.text, field.selection, field.valueDescription, field.counts) == before)
  }

  @Test func aReplacementOfTheSelectionIsJudgedAsItWouldStand() {
    let field = color()
    field.typeEach("c0ffee")
    #expect(!field.type("1"))
    field.selection = 2..<6
    #expect(field.type("12"))
    #expect(field.text == "c012")
    #expect(field.selection == 4..<4)
  }

  @Test func nothingIsWrittenUntilEditingEnds() {
    let field = color()
    field.typeEach("c0FFee")
    #expect(field.counts == UpdateCounts())
    #expect(field.value == nil)
    field.endEditing()
    #expect(field.text == "#c0FFee")
    #expect(field.value as? String == "c0FFee")
    #expect(field.counts.emissions == 1)
    #expect(field.counts.bodyEvaluations == 1)
  }

  /// Checks the published behaviour: the field goes blank, and the text stays bound.
  @Test func lessThanSixAreNotShownAndStayTheValue() {
    let field = color()
    field.typeEach("c0ffee")
    field.endEditing()
    field.selection = 0..<7
    field.type("12345")
    field.endEditing()
    #expect(field.text == "")
    #expect(field.value as? String == "12345")
    #expect(!field.showsError)
  }

  /// Checks that a finished colour can be edited, as on a phone the formatter is not asked before editing ends.
  @Test func aColourOnCommitTakesEverythingAndJudgesAtTheEnd() {
    let field = HeadlessField(strategy: FormatterOnCommit(formatter: HexColorFormatter()))
    field.typeEach("c0ffee")
    field.endEditing()
    #expect(field.text == "#c0ffee")
    field.deleteBackward()
    field.typeEach("0")
    field.endEditing()
    #expect(field.text == "#c0ffe0")
    field.typeEach("xyz")
    field.endEditing()
    #expect(field.text == "")
    #expect(field.value as? String == "c0ffe0xyz")
  }

  /// Checks the published behaviour: the mark `#` is not a hexadecimal character.
  @Test func aFinishedColourCanOnlyBeReplacedAsAWhole() {
    let field = color()
    field.typeEach("c0ffee")
    field.endEditing()
    #expect(!field.deleteBackward())
    #expect(field.text == "#c0ffee")
    field.endEditing()
    #expect(field.value as? String == "c0ffee")
    field.selection = 0..<7
    #expect(field.type("00ff00"))
    #expect(field.text == "00ff00")
  }

  @Test func aNumberIsFormattedWhenEditingEnds() {
    let field = number("de_DE")
    field.typeEach("-1234x567,5")
    #expect(field.text == "-1234567,5")
    field.endEditing()
    #expect(field.text == "-1.234.567,5")
    #expect(field.value as? Double == -1_234_567.5)
    field.selection = 4..<4
    field.type("9")
    field.endEditing()
    #expect(field.text == "-12.934.567,5", "what was formatted can be edited")
  }

  @Test(arguments: ["-", ",", ""]) func whatIsNoNumberIsDropped(_ keys: String) {
    let field = number("de_DE")
    field.type("7")
    field.endEditing()
    field.deleteBackward()
    field.typeEach(keys)
    #expect(field.text == keys)
    field.endEditing()
    #expect(field.text == "")
    #expect(field.value == nil)
  }

  @Test func aFormatterMayWriteThePartialTextItself() {
    /// A formatter that writes capitals, and selects the text that it wrote.
    struct Capitals: PartialTextFormatter {
      func judge(_ proposal: PartialText) -> PartialTextVerdict {
        let capitals = proposal.text.uppercased()
        guard capitals != proposal.text else { return .valid }
        #expect(proposal.original == "A")
        #expect(proposal.originalSelection == 1..<1)
        #expect(proposal.selection == 3..<3)
        return .replaced(capitals, selection: 1..<3)
      }
      func value(of text: String) -> String? { text }
      func text(for value: String) -> String? { value }
    }
    let field = HeadlessField(strategy: PartialString(formatter: Capitals()))
    field.type("A")
    #expect(field.type("bc"))
    #expect(field.text == "ABC")
    #expect(field.selection == 1..<3)
  }
}
