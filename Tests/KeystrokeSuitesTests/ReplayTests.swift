import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import KeystrokeSuites
import ReformatCore
import Testing

/// How a strategy meets an edit case.
@Suite struct ReplayTests {
  /// Shows all that a field is told of a case, and writes it where the edit was.
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
      .delegateFilter, .onChangeReformat, .formatOnCommit,
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
    style: NumberStyle(decimalSeparator: ".", groupingSeparator: ",", groupSizes: [3]),
    before: "1,234", caret: 5, range: 5..<5, replacement: "5", key: .none, after: "12,345",
    caretAfter: 6)

  private func outcome(
    _ editCase: EditCase, _ strategy: String, locales: [String] = []
  ) throws -> EditCaseOutcome {
    try suite.replay([editCase], strategy: strategy, locales: locales)[0]
  }

  @Test(arguments: ["delegate-filter", "onchange-reformat"])
  func aCaseIsTriedInALocaleThatWritesSo(_ strategy: String) throws {
    #expect(try outcome(editCase, strategy) == .left(text: "12,345", selection: 6..<6))
    #expect(try editCase.isMet(by: outcome(editCase, strategy)))
    var indian = editCase
    indian.style.groupSizes = [3, 2]
    indian.before = "12,345"
    (indian.caret, indian.range) = (6, 6..<6)
    #expect(try outcome(indian, strategy) == .left(text: "1,23,455", selection: 8..<8))
  }

  /// A value that is not read from the text at first would be new, and the text written again.
  @Test func theFieldBeginsWithTextAndValue() throws {
    var end = editCase
    (end.range, end.replacement) = (0..<0, "")
    end.before = "1,234"
    #expect(try outcome(end, "delegate-filter") == .left(text: "1,234", selection: 0..<0))
  }

  @Test func aStrategyOfGivenSymbolsIsGivenAll() throws {
    var any = editCase
    any.style = NumberStyle(
      decimalSeparator: "'", groupingSeparator: "_", groupSizes: [4], prefix: "<", suffix: ">",
      maximumFraction: 1, allowsNegative: false)
    (any.range, any.replacement, any.key) = (2..<3, "", .delete)
    any.caret = 2
    #expect(
      try outcome(any, "witness")
        == .left(text: "1,234|2..<2|[Range(2..<3)]||'_[4]<>false", selection: 1..<2))
    any.key = .none
    any.replacement = "7"
    guard case .left(let text, _) = try outcome(any, "witness") else {
      Issue.record("not tried")
      return
    }
    #expect(text.hasPrefix("1,234|2..<3|"), "what is typed over is selected")
  }

  @Test func whatCannotBeTriedSaysWhy() throws {
    var prefixed = editCase
    prefixed.style.prefix = "$"
    #expect(
      try outcome(prefixed, "delegate-filter") == .notTried("it knows neither prefix nor suffix"))
    var odd = editCase
    odd.style.groupSizes = [5]
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
    var anywhere = editCase
    anywhere.caretAfter = nil
    #expect(anywhere.isMet(by: .left(text: "12,345", selection: 0..<3)))
    #expect(!editCase.isMet(by: .left(text: "12,345", selection: 5..<5)))
    #expect(!anywhere.isMet(by: .left(text: "12345", selection: 6..<6)))
  }
}
