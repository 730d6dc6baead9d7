import FieldHost
import Foundation
import ReformatCore
import Testing

/// Tests of the two hostings of the incremental engine in a field, which differ only in the calls that a hosting
/// receives.
@Suite struct IncrementalFieldTests {
  private static let format = IncrementalFormat.number(Locale(identifier: "en_US"))

  private func delegate(_ text: String = "") -> HeadlessField {
    HeadlessField(
      strategy: IncrementalDelegate<Decimal>(format: Self.format, text: text), text: text)
  }

  private func onChange(_ text: String = "") -> HeadlessField {
    HeadlessField(
      strategy: IncrementalOnChange<Decimal>(format: Self.format, text: text), text: text)
  }

  @Test func aKeystrokeIsOneWriteAndOneRefreshBehindADelegate() {
    let field = delegate()
    for (keys, bodies) in [("1", 1), ("2", 2), (".", 2), ("0", 2), ("5", 3)] {
      field.type(keys)
      #expect(field.counts.bodyEvaluations == bodies)
    }
    #expect(field.text == "12.05")
    #expect(field.valueDescription == "12.05")
    #expect(field.counts.emissions == 3)
  }

  @Test func aTextThatNeedsNoRewritingIsWrittenOnceInOnChange() {
    let field = onChange()
    field.type("1")
    #expect(field.counts.emissions == 1)
    #expect(field.counts.bodyEvaluations == 1)
    field.selection = 1..<1
    for key in ["2", "3", "4"] { field.type(key) }
    #expect(field.text == "1,234")
    // Four edits and one rewritten text.
    #expect(field.counts.emissions == 5)
    #expect(field.counts.bodyEvaluations == 5)
  }

  @Test func whatIsRefusedChangesNothing() {
    for field in [delegate("1,234"), onChange("1,234")] {
      field.selection = 2..<2
      field.type("x")
      #expect(field.text == "1,234")
      #expect(field.selection == 2..<2)
    }
  }

  @Test func backspaceOnASeparatorDeletesTheDigitBeforeIt() {
    for field in [delegate("1,234,567"), onChange("1,234,567")] {
      field.selection = 6..<6
      field.deleteBackward()
      #expect(field.text == "123,567")
      #expect(field.selection == 4..<4)
    }
  }

  @Test func deleteOnASeparatorDeletesTheDigitBehindItWhereTheCaretIsKnown() {
    let field = delegate("1,234,567")
    field.selection = 5..<5
    field.apply(TextEdit(range: 5..<6, replacement: ""))
    #expect(field.text == "123,467")
    #expect(field.selection == 5..<5)
  }

  /// Checks the rules that replace the information that onChange does not get.
  @Test func onChangeTakesALostSeparatorForBackspace() {
    let field = onChange("1,234,567")
    field.selection = 5..<5
    field.apply(TextEdit(range: 5..<6, replacement: ""))
    #expect(field.text == "123,567")
  }

  @Test func onChangePutsOneMoreOfEqualDigitsBehindThem() {
    let field = onChange("111")
    field.apply(TextEdit(range: 0..<0, replacement: "1"))
    #expect(field.text == "1,111")
    #expect(field.selection == 5..<5)
  }

  @Test func onChangeLeavesACaretAloneWhereNothingIsRewritten() {
    let field = onChange("1.000001")
    field.apply(TextEdit(range: 4..<4, replacement: "0"))
    #expect(field.text == "1.0000001")
    #expect(field.selection == 5..<5)
  }

  @Test func aTextThatCodeHasSetIsReadAnew() {
    var strategy = IncrementalDelegate<Int>(format: Self.format)
    let decision = strategy.shouldChange(
      "98,765", selection: 6..<6, in: [6..<6], to: "4", phases: PhaseMarker())
    #expect(decision == .replace(Reaction(text: "987,654", selection: 7..<7, value: .set(987_654))))
  }

  @Test func severalRangesAreReplacedAsOne() {
    var strategy = IncrementalDelegate<Int>(format: Self.format, text: "1,234,567")
    let decision = strategy.shouldChange(
      "1,234,567", selection: 0..<9, in: [2..<3, 6..<8], to: "9", phases: PhaseMarker())
    #expect(decision == .replace(Reaction(text: "19,347", selection: 3..<3, value: .set(19_347))))
  }

  @Test func aFieldMayBeginWithAValue() {
    let strategy = IncrementalDelegate<Int>(format: Self.format, text: "1,234")
    let field = HeadlessField(strategy: strategy, text: "1,234", value: strategy.value)
    #expect(field.value as? Int == 1234)
    field.type(".")
    #expect(field.text == "1,234." && field.value as? Int == 1234)
    #expect(field.counts.bodyEvaluations == 0)
  }

  @Test func overflowIsShownAsAnError() {
    let field = HeadlessField(strategy: IncrementalDelegate<Int>(format: Self.format))
    for _ in 0..<19 { field.type("9") }
    #expect(field.value == nil)
    #expect(field.showsError)
    #expect(field.text == "9,999,999,999,999,999,999")
    field.deleteBackward()
    #expect(field.value as? Int == 999_999_999_999_999_999)
    #expect(!field.showsError)
  }

  @Test func nothingIsRewrittenWhileTextIsComposed() {
    for field in [delegate("123"), onChange("123")] {
      let before = field.counts
      field.selection = field.text.utf16.count..<field.text.utf16.count
      let start = field.text
      field.setMarkedText("4")
      field.setMarkedText("45")
      #expect(field.text == start + "45")
      #expect(field.markedText != nil)
      #expect(field.counts == before)
      field.unmarkText()
      #expect(field.text == "12,345")
      #expect(field.valueDescription == "12345")
      #expect(field.markedText == nil)
    }
  }

  @Test func aKeyEndsComposing() {
    let field = delegate()
    field.setMarkedText("1")
    field.selection = 1..<1
    field.apply(TextEdit(range: 1..<1, replacement: "2"))
    #expect(field.text == "12")
  }
}
