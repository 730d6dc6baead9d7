import FieldHost
import Foundation
import ReformatCombine
import ReformatCore
import Testing

/// What the published strategy does with texts and limits, on the real run loop of the test's thread.
@Suite struct PublisherTransformTests {
  /// A pair of fields, and what is asked of them in nearly every test.
  private func field(
    _ locale: String = "en_US", text: String = "", low: Int = 0, high: Int = 1_000_000,
    phases: PhaseMarker = PhaseMarker()
  ) -> PublishedField {
    PublishedField(
      strategy: PublisherTransform(
        locale: Locale(identifier: locale), text: text, low: low, high: high, phases: phases),
      phases: phases)
  }

  private func typeEach(_ keys: String, into field: PublishedField) {
    for key in keys { field.type(String(key)) }
  }

  @Test func aNumberIsWrittenAndItsTextStays() {
    let field = field()
    typeEach("1234567", into: field)
    #expect(field.text == "1234567", "style none does not group")
    #expect(field.value as? Int == 1_234_567)
    field.endEditing()
    #expect(field.text == "1234567")
  }

  @Test func theFirstEmissionIsDropped() {
    let strategy = PublisherTransform(
      locale: Locale(identifier: "en_US"), text: "5", low: 7, high: 100)
    let field = PublishedField(strategy: strategy)
    #expect(!strategy.isWaiting)
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    #expect(field.value as? Int == 7, "the text at the start is not read")
    #expect(field.counts == UpdateCounts())
  }

  @Test func nothingIsReadBeforeTheRunLoopTurns() {
    let field = field()
    field.queue(TextEdit(range: 0..<0, replacement: "8"))
    #expect(field.text == "8")
    #expect(field.value as? Int == 0)
    field.takeTurns()
    #expect(field.value as? Int == 8)
  }

  /// The first of the two raises the other limit, the second stays: so both arrived, in this order.
  @Test func twoTextsBeforeTheTurnArriveInOrder() {
    let field = field(high: 10)
    field.queue(TextEdit(range: 0..<0, replacement: "500"))
    field.queue(TextEdit(range: 0..<3, replacement: "3"))
    #expect(field.textBeside == "10")
    field.takeTurns()
    #expect(field.value as? Int == 3)
    #expect(field.textBeside == "510")
    #expect(field.text == "3")
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

  /// The table of known defects: clear, `-`, `7` gives `57`.
  @Test func theOldValueComesBack() {
    let field = field(text: "5", low: 5)
    field.deleteBackward()
    #expect(field.text == "")
    #expect(field.value as? Int == 5, "an emptied field keeps its value")
    field.type("-")
    #expect(field.text == "5")
    field.type("7")
    #expect(field.text == "57")
    #expect(field.value as? Int == 57)
  }

  /// Typed digits stay as they are; what the formatter writes is the locale's.
  @Test(arguments: [
    ("ar_EG", "\u{661}\u{662}"), ("fa_IR", "\u{6F1}\u{6F2}"), ("ne_NP", "\u{967}\u{968}"),
    ("fr_FR", "12"),
  ])
  func digitsAreTheLocalesOnceCodeHasWrittenThem(_ locale: String, _ written: String) {
    let field = field(locale)
    typeEach("12", into: field)
    #expect(field.text == "12")
    field.type("x")
    #expect(field.text == written)
    #expect(field.value as? Int == 12)
    field.type("3")
    #expect(field.text == written + "3", "digits of both kinds are read")
    #expect(field.value as? Int == 123)
  }

  @Test(arguments: ["en_US", "sv_SE", "ar_EG", "fa_IR", "he_IL"])
  func aMinusIsReadBackWithItsMarks(_ locale: String) {
    let field = field(locale)
    field.type("-15")
    #expect(field.value as? Int == -15)
    field.type("x")
    field.type("0")
    #expect(field.value as? Int == -150, "the text was \(field.text)")
  }

  /// The sum of limit and distance is beyond any Int, so the limits push each other back.
  @Test func theLargestNumberEndsInARange() {
    let field = field()
    field.type("9223372036854775807")
    #expect(field.text == "9223372036854775797")
    #expect(field.textBeside == "9223372036854775807")
    #expect(field.value as? Int == .max - 10)
    field.type("0")
    #expect(field.text == "9223372036854775797", "beyond Int is no number")
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
    _ = RunLoop.current.run(mode: .default, before: .distantPast)
    #expect(recorder.entered == [])
  }
}
