import BenchmarkModel
import BenchmarkWorker
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of fields that hold no number: a date, a phone number, a card with a check digit, a till, a mask.
@Suite struct KindTests {
  /// The first wrong keystroke of each wrong cell.
  private func faults(
    _ strategy: StrategyEntry, _ kind: OwnValueKind, lengths: [Int], locales: [String] = ["en_US"],
    seed: UInt64 = 7
  ) -> [String] {
    let suite = suite(strategy, kind, lengths: lengths, locales: locales)
    #expect(suite.cells.count == lengths.count * locales.count * (EditScript.plain.count + 1))
    return suite.cells.compactMap { cell in
      do {
        try suite.verify(cell, seed: seed)
        return nil
      } catch { return "\(error)" }
    }
  }

  private func suite(
    _ strategy: StrategyEntry, _ kind: OwnValueKind, lengths: [Int], locales: [String] = ["en_US"],
    scripts: [EditScript] = EditScript.plain + [.clear]
  ) -> KeystrokeSuite {
    KeystrokeSuite(
      name: "Kinds", strategies: [strategy],
      matrix: [
        .init(
          strategies: [strategy.name], values: [kind.name], locales: locales, lengths: lengths,
          scripts: scripts.map(\.rawValue))
      ])
  }

  // MARK: Which digits are typed

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func aFieldThatRefusesWhatIsNoDateIsRight(_ seed: UInt64) {
    let entry = StrategyEntry("date", of: .date) { DigitField(.date) }
    #expect(faults(entry, .date, lengths: [1, 2, 3, 4, 5, 8], seed: seed) == [])
    // Without a generator, digits are drawn until the kind accepts them.
    let drawn = OwnValueKind.date(digits: nil)
    let other = StrategyEntry("date", of: drawn) { DigitField(.date) }
    #expect(faults(other, drawn, lengths: [1, 2, 3, 4, 5, 8], seed: seed) == [])
  }

  @Test func digitsThatAFieldRefusesAreAFaultOfTheKind() {
    let any = OwnValueKind.date(digits: nil, accepts: { _ in true })
    let entry = StrategyEntry("date", of: any) { DigitField(.date) }
    #expect(!faults(entry, any, lengths: [8]).isEmpty)
  }

  @Test func aCardGetsItsCheckDigit() throws {
    let context = WorkloadContext(locale: "en_US", value: .own(.luhnCard))
    let numbers = (0..<32).map { variant in
      EditScript.type.session(
        value: .own(.luhnCard), symbols: context.symbols, length: 16, seed: 3, variant: variant
      ).meant.integer
    }
    #expect(numbers.allSatisfy(OwnValueKind.hasCheckDigit))
    #expect(Set(numbers).count > 30)
    let again = EditScript.type.session(
      value: .own(.luhnCard), symbols: context.symbols, length: 16, seed: 3, variant: 0)
    #expect(again.meant.integer == numbers[0])
    let entry = StrategyEntry("card", of: .luhnCard) { DigitField(.luhnCard) }
    #expect(faults(entry, .luhnCard, lengths: [4, 9, 16]) == [])
  }

  // MARK: Digits of the text's own

  @Test func aPrefixWithADigitIsNoKey() {
    let entry = StrategyEntry("phone", of: .phone()) { DigitField(.phone) }
    #expect(faults(entry, .phone(), lengths: [1, 3, 7, 10]) == [])
    // A kind that does not say so is edited in another place than meant.
    let silent = OwnValueKind.phone(prefixes: [])
    let other = StrategyEntry("phone", of: silent) { DigitField(.phone) }
    #expect(faults(other, silent, lengths: [7]).contains { $0.contains("edit-middle") })
  }

  @Test func aCaretThatCountsThePrefixIsFound() throws {
    var field = DigitField(.phone)
    field.countsPrefix = true
    let entry = StrategyEntry("phone", of: .phone()) { [field] in field }
    let fault = try #require(faults(entry, .phone(), lengths: [7]).first)
    #expect(fault.hasPrefix("phone/phone/en_US/7/") && fault.contains("|"), "\(fault)")
  }

  @Test(
    arguments: [
      "en_US", "de_DE", "fr_FR", "en_IN", "ar_EG", "fa_IR", "hi_IN@numbers=deva", "sv_SE", "pt_PT",
      "de_CH", "es_ES", "ja_JP",
    ], 1...4 as ClosedRange<UInt64>)
  func aTillIsRightInEveryLocale(_ locale: String, _ seed: UInt64) {
    let kind = OwnValueKind.cents
    let entry = StrategyEntry("till", values: [.own(kind)]) { configuration, phases in
      HeadlessField(
        strategy: DigitField(.cents(configuration.symbols)), text: configuration.text,
        phases: phases)
    }
    #expect(
      faults(entry, kind, lengths: [1, 2, 3, 6, 9], locales: [locale], seed: seed) == [])
  }

  // MARK: Backspace

  @Test func aMaskTakesABackspaceMoreForEachSeparator() throws {
    let entry = StrategyEntry("mask", of: .mask(more: true)) { DigitField(.mask) }
    #expect(faults(entry, .mask(more: true), lengths: [3, 4, 9, 16]) == [])
    let one = StrategyEntry("mask", of: .mask(more: false)) { DigitField(.mask) }
    let wrong = faults(one, .mask(more: false), lengths: [9])
    #expect(wrong.contains { $0.contains("/backspace") }, "\(wrong)")
  }

  @Test func aMaskThatIsStuckIsWrong() throws {
    var field = DigitField(.mask)
    field.keepsSeparators = true
    let entry = StrategyEntry("mask", of: .mask(more: true)) { [field] in field }
    #expect(faults(entry, .mask(more: true), lengths: [9]).contains { $0.contains("/backspace") })
  }

  // MARK: What cannot be told

  @Test func whatARuleDoesNotTellIsNotJudged() throws {
    let silent = OwnValueKind("silent", digitLimit: 8) { _, _ in nil }
    let entry = StrategyEntry("date", of: silent) { DigitField(.date) }
    let judged = try judgements(entry, silent, .type)
    // Only the emptied field is known, and none is emptied here.
    #expect(judged.allSatisfy { $0.keystrokes.isEmpty && $0.untold == 9 && $0.mismatch == nil })
    let suite = suite(entry, silent, lengths: [8], scripts: [.type])
    let request = VerifyRequest(filter: CellFilter(), locale: "en_US", seed: 7, listed: 9)
    let tally = try suite.verify(request).total
    #expect(tally.unchecked == 1 && tally.ok == 0 && tally.wrong == 0)
    #expect(tally.judged == 0 && tally.untold == 36)
  }

  @Test(arguments: [true, false]) func aRuleMayTellOnlyOneOfTextAndValue(_ tellsText: Bool) throws {
    let half = OwnValueKind("half", digitLimit: 8) { meant, _ in
      tellsText
        ? Expectation(text: meant.integer, value: .unknown)
        : Expectation(text: nil, value: .text(meant.integer))
    }
    var field = DigitField(.plain)
    let right = StrategyEntry("plain", of: half) { [field] in field }
    #expect(try judgements(right, half, .type).allSatisfy { $0.keystrokes.count == 9 })
    #expect(faults(right, half, lengths: [8]) == [])
    // A wrong text is seen if the text is told, a wrong value if the value is.
    field.format = { $0 + "." }
    let wrongText = StrategyEntry("plain", of: half) { [field] in field }
    var judged = try judgements(wrongText, half, .type).flatMap(\.keystrokes)
    #expect(judged.contains(where: { $0.hasWrongText }) == tellsText)
    field = DigitField(.plain)
    field.value = { $0 + "." }
    let wrongValue = StrategyEntry("plain", of: half) { [field] in field }
    judged = try judgements(wrongValue, half, .type).flatMap(\.keystrokes)
    #expect(judged.contains(where: { $0.hasWrongValue }) == !tellsText)
  }

  private func judgements(_ entry: StrategyEntry, _ kind: OwnValueKind, _ script: EditScript) throws
    -> [SessionJudgement]
  {
    let suite = suite(entry, kind, lengths: [8], scripts: [script])
    return try suite.cells.flatMap { try suite.sessions(of: $0, seed: 7) }.map {
      try #require($0.judgement)
    }
  }

  // MARK: Types

  @Test func aValueOfAnyTypeIsWritten() throws {
    let entry = StrategyEntry("day", of: .day) { DayField() }
    #expect(faults(entry, .day, lengths: [8]) == [])
    let suite = suite(entry, .day, lengths: [8], scripts: [.outside])
    #expect(suite.cells.count == 1)
  }

  @Test func aMismatchOfTypesNamesBoth() throws {
    let texts = OwnValueKind("text-day", digitLimit: 8, digits: OwnValueKind.dateDigits) {
      meant, _ in
      Expectation(text: OwnValueKind.slashed(meant.integer), value: .text(meant.integer))
    }
    let known = StrategyEntry("day", of: texts) { DayField() }
    let asked = StrategyEntry("day", values: [.own(texts)]) { configuration, phases in
      HeadlessField(strategy: DayField(), text: configuration.text, phases: phases)
    }
    for entry in [known, asked] {
      let suite = suite(entry, texts, lengths: [8], scripts: [.type, .outside])
      // It is not dropped: asking for it is an error.
      #expect(suite.cells.map(\.script) == ["outside", "type"])
      let error = try #require(throws: SuiteError.self) { try suite.verify(suite.cells[0]) }
      #expect(error.description.contains("holds Day, and the value of the kind text-day is String"))
    }
    let suite = suite(known, texts, lengths: [8], scripts: [.type, .outside])
    #expect(suite.problem(with: CellFilter())?.contains("holds Day") == true)
    #expect(suite.problem(with: CellFilter(script: ["type"])) == nil)
  }
}
