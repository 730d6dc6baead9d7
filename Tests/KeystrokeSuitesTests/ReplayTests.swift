import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of replaying an edit case on a strategy.
@Suite struct ReplayTests {
  /// A strategy that writes everything it is told of a case into the field.
  private struct Witness: ReformatStrategy {
    typealias Value = Int
    var hosting: Hosting { .delegate }
    let words: String
    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<Int> {
      let seen = "\(text)|\(selection)|\(ranges)|\(replacement)|\(words)"
      return .replace(Reaction(text: seen, selection: 1..<2))
    }
  }

  private let suite = KeystrokeSuite(
    name: "Test",
    strategies: [
      .delegateFilter, .onChangeReformat, .formatOnCommit, .incrementalDelegate,
      .incrementalOnChange(),
      StrategyEntry("witness", takesGivenSymbols: true) { field, _ in
        let (symbols, given) = (field.symbols, field.given)
        let words = "\(symbols.decimalSeparator)\(symbols.groupingSeparator)\(symbols.groupSizes)"
        return HeadlessField(
          strategy: Witness(
            words: words + (given.map { "\($0.prefix)\($0.suffix)\($0.allowsNegative)" } ?? "")),
          text: field.text)
      },
      StrategyEntry("forgetful", takesGivenSymbols: true) { _, _ in
        HeadlessField(strategy: Unformatted())
      },
    ], matrix: [])

  private var editCase = EditCase(
    id: "1", kind: "insert",
    symbols: NumberStyle(decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3]),
    before: "1,234", selection: 5..<5,
    steps: [.init(.insert("5"), after: "12,345", selectionAfter: 6..<6)])

  private func outcome(
    _ editCase: EditCase, _ strategy: String, locales: [String] = []
  ) throws -> EditCaseOutcome {
    try suite.replay([editCase], strategy: strategy, locales: locales)[0]
  }

  /// A prefix with a no-break space over one without: no key types that space, so an amount was pasted.
  @Test(arguments: ["incremental-delegate", "incremental-onchange"])
  func anAmountIsPastedOverANegativeOne(_ strategy: String) throws {
    let pasted = EditCase(
      id: "1", locale: "es_CL", value: "currency-JPY", before: "", selection: 0..<0,
      steps: [
        .init(.insert("-226"), after: "JPY-226"),
        .init(
          .insert("JPY\u{A0}6"), selection: 0..<7, after: "JPY\u{A0}6", selectionAfter: 5..<5),
      ])
    let taken = try outcome(pasted, strategy)
    #expect(pasted.isMet(by: taken), "\(taken)")
  }

  /// A digit over all but the prefix of a till whose minus is behind is a cent, not a pasted amount.
  @Test(arguments: ["incremental-delegate", "incremental-onchange"])
  func aDigitOverANegativeTillIsACent(_ strategy: String) throws {
    let typed = EditCase(
      id: "1", locale: "fy", value: "till", before: "", selection: 0..<0,
      steps: [
        .init(.insert("€\u{A0}8,00-"), after: "€\u{A0}8,00-"),
        .init(.insert("1"), selection: 1..<7, after: "€\u{A0}0,01"),
      ])
    let taken = try outcome(typed, strategy)
    #expect(typed.isMet(by: taken), "\(taken)")
  }

  /// A signed piece inside a number is refused; the texts are those of a minus typed over a part.
  @Test func aSignedPieceInsideIsRefusedOrAmbiguous() throws {
    let inside = EditCase(
      id: "1", locale: "de_DE", value: "int", before: "", selection: 0..<0,
      steps: [
        .init(.insert("-9713"), after: "-9.713"),
        .init(.insert("-13"), selection: 2..<6, after: "-9.713"),
      ])
    #expect(inside.isMet(by: try outcome(inside, "incremental-delegate")))
    #expect(try isAmbiguous(inside, "incremental-onchange"))
  }

  /// Delete in front of a separator and Backspace behind it lead to the same text.
  @Test func anEditBetweenTheSameTextsIsAmbiguous() throws {
    var deleted = EditCase(
      id: "1", locale: "en_US", value: "int", before: "23,456", selection: 2..<2,
      steps: [.init(.delete, after: "2,356", selectionAfter: 3..<3)])
    #expect(deleted.isMet(by: try outcome(deleted, "incremental-delegate")))
    let taken = try outcome(deleted, "incremental-onchange")
    guard case .ambiguous(let states) = taken else {
      Issue.record("\(taken)")
      return
    }
    #expect(states.map(\.text) == ["23,456", "2,456"] && !deleted.isMet(by: taken))
    // Nothing else leads to that text.
    deleted.steps = [.init(.insert("7"), after: "9")]
    #expect(try left(deleted, "incremental-onchange") != nil)
    // Delete before a prefix is read as Backspace behind it, with given symbols as in a locale.
    let given = NumberStyle(
      decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3], prefix: "$")
    deleted = EditCase(
      id: "1", symbols: given, before: "$1,234", selection: 0..<0,
      steps: [.init(.delete, after: "$234")])
    #expect(deleted.isMet(by: try outcome(deleted, "incremental-delegate")))
    #expect(try isAmbiguous(deleted, "incremental-onchange"))
  }

  private func isAmbiguous(_ editCase: EditCase, _ strategy: String) throws -> Bool {
    if case .ambiguous = try outcome(editCase, strategy) { true } else { false }
  }

  /// Returns the state after the last step.
  private func left(_ editCase: EditCase, _ strategy: String) throws -> FieldSnapshot? {
    guard case .left(let states, _) = try outcome(editCase, strategy) else { return nil }
    return states.last
  }

  @Test(arguments: ["delegate-filter", "onchange-reformat"])
  func aCaseIsTriedInALocaleThatWritesSo(_ strategy: String) throws {
    let state = try #require(try left(editCase, strategy))
    #expect(state == FieldSnapshot(text: "12,345", selection: 6..<6, value: "12345.0"))
    #expect(try editCase.isMet(by: outcome(editCase, strategy)))
    var indian = editCase
    indian.symbols?.groupSizes = [3, 2]
    indian.before = "12,345"
    indian.selection = 6..<6
    #expect(try left(indian, strategy)?.text == "1,23,455")
  }

  /// Checks that the value is read from the text at the beginning; otherwise it would be new, and the text would be
  /// rewritten.
  @Test func theFieldBeginsWithTextAndValue() throws {
    var end = editCase
    end.steps = [.init(.replace(0..<0, by: ""))]
    #expect(
      try left(end, "delegate-filter")
        == FieldSnapshot(text: "1,234", selection: 0..<0, value: "1234.0"))
  }

  @Test func aStrategyOfGivenSymbolsIsGivenAll() throws {
    var any = editCase
    any.symbols = NumberStyle(
      decimalSeparator: "'", groupingSeparator: "_", groupSizes: [4], prefix: "<", suffix: ">",
      maximumFraction: 1, allowsNegative: false)
    any.steps = [.init(.replace(2..<3, by: ""), selection: 2..<2)]
    let state = try #require(try left(any, "witness"))
    #expect(state.text == "1,234|2..<2|[Range(2..<3)]||'_[4]<>false")
    #expect(state.selection == 1..<2)
    any.steps = [.init(.insert("7"), selection: 2..<3)]
    #expect(
      try left(any, "witness")?.text.hasPrefix("1,234|2..<3|") == true,
      "what is typed over is selected")
  }

  @Test func aSessionGoesOnWhereTheStrategyLeftTheCaret() throws {
    let session = EditCase(
      id: "s", locale: "en_US", value: "double",
      steps: [
        .init(.insert("1")), .init(.insert("2")), .init(.insert("3")), .init(.insert("4")),
        .init(.insert("5"), selection: 1..<1), .init(.backspace),
        .init(.delete, selection: 2..<2),
        .init(.endEditing),
      ], meant: "134")
    guard case .left(let states, let mismatch) = try outcome(session, "delegate-filter") else {
      Issue.record("not tried")
      return
    }
    #expect(
      states.map(\.text) == ["", "1", "12", "123", "1,234", "15,234", "1,234", "134", "134"])
    #expect(mismatch == nil)
    var other = session
    other.meant = "135"
    #expect(try !other.isMet(by: outcome(other, "delegate-filter")))
    other.meant = "x"
    #expect(
      try outcome(other, "delegate-filter")
        == .notTried("x is not a plain number of the kind double"))
  }

  @Test func whatIsComposedAndWhatCodeWritesAreSteps() throws {
    let composed = EditCase(
      id: "c", locale: "en_US",
      steps: [
        .init(.compose("1")), .init(.compose("12")), .init(.commit), .init(.write("5.5")),
        .init(.delete),
      ])
    guard case .left(let states, _) = try outcome(composed, "delegate-filter") else {
      Issue.record("not tried")
      return
    }
    #expect(states.map(\.text) == ["", "1", "12", "12", "5.5", "5.5"])
    // The delegate takes each step of composing for an edit.
    #expect(states.map(\.value) == [nil, "1.0", "12.0", "12.0", "5.5", "5.5"])
  }

  @Test func aRecordedSessionIsACase() throws {
    let text = """
      {"id": "r", "value": "double", "meant": "15", "strategies": ["unformatted"], "edits": [\
      {"range": [0, 0], "replacement": "12", "time": 0.0}, \
      {"range": [1, 2], "replacement": "", "selection": [1, 1], "time": 0.1}, \
      {"range": [1, 1], "replacement": "5", "time": 0.2}, {"key": "Return", "time": 0.2}]}
      """
    let recorded = try EditCaseReader.parse(Data(text.utf8), file: "r.jsonl")[0]
    #expect(recorded.strategies == ["unformatted"] && recorded.meant == "15")
    #expect(
      recorded.steps == [
        .init(.replace(0..<0, by: "12"), time: 0),
        .init(.replace(1..<2, by: ""), selection: 1..<1, time: 0.1),
        .init(.replace(1..<1, by: "5"), time: 0.2), .init(.endEditing, time: 0.2),
      ])
    #expect(try recorded.isMet(by: outcome(recorded, "delegate-filter")))
  }

  @Test func whatCannotBeTriedSaysWhy() throws {
    var prefixed = editCase
    prefixed.symbols?.prefix = "$"
    #expect(
      try outcome(prefixed, "delegate-filter") == .notTried("it knows neither prefix nor suffix"))
    var odd = editCase
    odd.symbols?.groupSizes = [5]
    let none = EditCaseOutcome.notTried("it knows only locales, and none writes numbers so")
    #expect(try outcome(odd, "delegate-filter") == none)
    #expect(try outcome(editCase, "delegate-filter", locales: ["de_DE", "fr_FR"]) == none)
    #expect(
      try outcome(editCase, "forgetful")
        == .notTried("its field does not begin with the text of its configuration"))
    #expect(try !editCase.isMet(by: outcome(editCase, "forgetful")))
  }

  @Test func whatIsNotThereIsRefused() {
    #expect(throws: SuiteError.self) {
      try suite.replay([editCase], strategy: "nobody", locales: [])
    }
    #expect(throws: SuiteError.self) {
      try suite.replay([editCase], strategy: "delegate-filter", locales: ["xx_YY"])
    }
  }

  @Test func aCaretThatIsNotKnownIsNotChecked() {
    func outcome(_ text: String, _ selection: Range<Int>) -> EditCaseOutcome {
      let before = FieldSnapshot(text: "1,234", selection: 5..<5, value: nil)
      let after = FieldSnapshot(text: text, selection: selection, value: nil)
      return .left([before, after], mismatch: nil)
    }
    var anywhere = editCase
    anywhere.steps[0].selectionAfter = nil
    #expect(anywhere.isMet(by: outcome("12,345", 0..<3)))
    #expect(!editCase.isMet(by: outcome("12,345", 5..<5)))
    #expect(!anywhere.isMet(by: outcome("12345", 6..<6)))
    #expect(!anywhere.isMet(by: .left([], mismatch: nil)), "a step without a state is not a pass")
  }
}
