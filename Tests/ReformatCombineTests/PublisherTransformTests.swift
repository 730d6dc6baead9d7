import FieldHost
import Foundation
import ReformatCombine
import ReformatCore
import Testing

/// Tests of the published strategy with texts and limits, on the real run loop of the test's thread.
@Suite struct PublisherTransformTests {
  /// Returns the pair of fields that nearly every test uses; the other limit is far away.
  private func field(
    _ locale: String = "en_US", low: Int = 5, high: Int = 1_000_000,
    phases: PhaseMarker = PhaseMarker()
  ) -> PublishedField {
    PublishedField(
      strategy: PublisherTransform(
        locale: Locale(identifier: locale), model: LinkedLimits(low: low, high: high),
        phases: phases),
      phases: phases)
  }

  /// Types the first key over the whole text, as after tabbing into a field, and each further key at the end.
  private func typeEach(_ keys: String, into field: PublishedField) {
    field.selection = 0..<field.text.utf16.count
    for key in keys { field.type(String(key)) }
  }

  @Test func theLimitsBeginAsPublished() {
    let field = PublishedField(strategy: PublisherTransform(locale: Locale(identifier: "en_US")))
    #expect(field.text(of: .first) == "5")
    #expect(field.text(of: .second) == "30")
  }

  @Test func aNumberIsWrittenAndFormattedByANewTransformer() {
    let field = field()
    typeEach("1234567", into: field)
    #expect(field.text == "1234567", "style none does not group")
    #expect(field.value as? Int == 1_234_567)
    field.endEditing()
    #expect(field.text == "1234567")
    typeEach("007", into: field)
    #expect(field.text == "7", "formatted from the model, not as typed")
  }

  @Test func theFirstEmissionIsDropped() {
    let strategy = PublisherTransform(locale: Locale(identifier: "en_US"))
    let field = PublishedField(strategy: strategy)
    #expect(!strategy.isWaiting)
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    #expect(field.value as? Int == 5)
    #expect(field.counts == UpdateCounts())
  }

  @Test func nothingIsReadBeforeTheRunLoopTurns() {
    let field = field()
    field.queue(TextEdit(range: 0..<1, replacement: "8"))
    #expect(field.text == "8")
    #expect(field.value as? Int == 5)
    field.takeTurns()
    #expect(field.value as? Int == 8)
  }

  /// Checks that both texts arrived in order: the first one raises the other limit, the second one leaves it.
  @Test func twoTextsBeforeTheTurnArriveInOrder() {
    let field = field(high: 30)
    field.queue(TextEdit(range: 0..<1, replacement: "500"))
    field.queue(TextEdit(range: 0..<3, replacement: "3"))
    #expect(field.text(of: .second) == "30")
    field.takeTurns()
    #expect(field.value as? Int == 3)
    #expect(field.text(of: .second) == "510")
    #expect(field.text == "3")
  }

  @Test func bothLimitsAreTypedIntoAndMoveEachOther() {
    let field = field(high: 30)
    typeEach("180", into: field)
    #expect(field.text(of: .second) == "190", "raised")
    field.moveToNextField()
    #expect(field.text == "190")
    typeEach("50", into: field)
    #expect(field.value as? Int == 50)
    #expect(field.text(of: .first) == "-5", "lowered by the 5 that was typed first")
    field.moveToNextField()
    #expect(field.text == "-5")
  }

  /// Checks one of the article's three reasons for the strategy: the toolkit's own field did not show such a write.
  @Test func aWriteFromOutsideShowsInBothFields() {
    let field = field(high: 30)
    typeEach("12", into: field)
    field.write(38)
    #expect(field.text(of: .first) == "38")
    #expect(field.text(of: .second) == "48")
    field.moveToNextField()
    field.write(77)
    #expect(field.text(of: .first) == "38")
    #expect(field.text(of: .second) == "77")
    field.write("77")
    #expect(field.text(of: .second) == "77")
  }

  @Test func aPrefixIsNotEnough() {
    let field = field()
    typeEach("12a", into: field)
    #expect(field.text == "12", "number(from:) reads 12 of 12a")
    #expect(field.selection == 2..<2)
    for rest in [",5", ".5", " 4", "-"] {
      field.type(rest)
      #expect(field.text == "12", "after \(rest)")
    }
  }

  /// Checks an entry of the table of known defects: clear, `-`, `7` gives `57`.
  @Test func theOldValueComesBack() {
    let field = field()
    field.deleteBackward()
    #expect(field.text == "")
    #expect(field.value as? Int == 5, "an emptied field keeps its value")
    field.type("-")
    #expect(field.text == "5")
    field.type("7")
    #expect(field.text == "57")
    #expect(field.value as? Int == 57)
  }

  /// Checks that a new transformer writes the digits of the locale, whichever digits were typed.
  @Test(arguments: [
    ("ar_EG", "\u{661}\u{662}"), ("fa_IR", "\u{6F1}\u{6F2}"), ("ne_NP", "\u{967}\u{968}"),
    ("fr_FR", "12"),
  ])
  func digitsAreTheLocales(_ locale: String, _ written: String) {
    let field = field(locale)
    typeEach("12", into: field)
    #expect(field.text == written)
    field.type("x")
    #expect(field.text == written)
    #expect(field.value as? Int == 12)
    field.type("3")
    #expect(field.value as? Int == 123, "digits of both kinds are read")
  }

  @Test(arguments: ["en_US", "sv_SE", "ar_EG", "fa_IR", "he_IL"])
  func aMinusIsReadBackWithItsMarks(_ locale: String) {
    let field = field(locale)
    field.selection = 0..<1
    field.type("-15")
    #expect(field.value as? Int == -15)
    field.type("x")
    field.type("0")
    #expect(field.value as? Int == -150, "the text was \(field.text)")
  }

  /// Checks the largest number, but avoids the published overflow: the sum of limit and distance crashes the program.
  @Test func theLargestNumberMovesNothingBeyondItself() {
    let field = field()
    field.selection = 0..<1
    field.type("9223372036854775807")
    #expect(field.text(of: .second) == "9223372036854775807")
    #expect(field.value as? Int == .max)
    field.type("0")
    #expect(field.text == "9223372036854775807", "beyond Int is not a number")
  }

  @Test func aDeliveryAfterTheFieldIsGoneDoesNothing() {
    let recorder = PhaseRecorder()
    weak var strategy: PublisherTransform?
    do {
      let publisher = PublisherTransform(
        locale: Locale(identifier: "en_US"), phases: PhaseMarker(observer: recorder))
      strategy = publisher
      PublishedField(strategy: publisher).queue(TextEdit(range: 0..<0, replacement: "8"))
    }
    #expect(strategy == nil)
    let before = recorder.entered
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    #expect(recorder.entered == before)
  }
}
