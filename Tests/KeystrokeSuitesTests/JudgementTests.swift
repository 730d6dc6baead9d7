import BenchmarkModel
import BenchmarkWorker
import CombineSuites
import FieldHost
import Foundation
import KeystrokeSuites
import ReformatCore
import Testing

/// Tests of text, value and caret after every keystroke of scripts and traces.
@Suite struct JudgementTests {
  private func judgement(
    _ strategy: StrategyEntry, _ cell: String, traces: [Trace] = []
  ) throws -> [SessionJudgement] {
    let suite = KeystrokeSuite(name: "Test", strategies: [strategy], matrix: [], traces: traces)
    return try suite.sessions(of: try #require(Cell(id: "\(strategy.name)/\(cell)")), seed: 7)
      .map { try #require($0.judgement) }
  }

  @Test(
    arguments: EditScript.allCases,
    [
      "int/en_US/9", "double/de_DE/9", "double-2/en_IN/7", "decimal/sv_SE/12", "currency/de_CH/9",
      "percent/fr_FR/6", "int/ar_EG/9", "currency/fa_IR/5", "double/en_US/1",
    ])
  func theEngineIsRightAfterEveryKeystroke(_ script: EditScript, _ workload: String) throws {
    let judged = try judgement(.incrementalDelegate, "\(workload)/\(script.rawValue)")
    #expect(judged.compactMap(\.mismatch).isEmpty, "\(judged.compactMap(\.mismatch))")
    #expect(judged.allSatisfy { $0.keystrokes.count > 1 })
  }

  @Test func aStrategyThatFormatsAtTheEndIsJudgedThere() throws {
    let judged = try judgement(.formatOnCommit, "int/en_US/9/type")
    #expect(judged.allSatisfy { $0.keystrokes.count == 1 && $0.mismatch == nil })
  }

  @Test func theFloorIsJudgedByItsKeys() throws {
    for script in EditScript.typedNumbers {
      let judged = try judgement(.unformatted, "double/de_DE/9/\(script.rawValue)")
      #expect(judged.compactMap(\.mismatch).isEmpty, "\(script)")
    }
  }

  @Test func theCaretThatADelegateThrowsToTheEndIsAnError() throws {
    let judged = try judgement(.delegateFilter, "int/en_US/9/edit-middle")
    let mismatch = try #require(judged[0].mismatch)
    #expect(mismatch.endsRight == true && mismatch.text == mismatch.expectedText)
    let keystroke = try #require(mismatch.keystroke)
    #expect(keystroke.after.hasSuffix("|") && !keystroke.expected.hasSuffix("|"))
    let keystrokes = judged.flatMap(\.keystrokes)
    #expect(keystrokes.contains { $0.hasCaretError } && !keystrokes.contains { $0.isWrong })
  }

  @Test func aStrategyMayPromiseTheCaretAtTheEndOnly() throws {
    var lenient = StrategyEntry.delegateFilter
    lenient.caret = .followsAtEnd
    let judged = try judgement(lenient, "int/en_US/9/edit-middle")
    #expect(judged.compactMap(\.mismatch).isEmpty)
  }

  @Test func anOnChangeActionIsJudgedAsFarAsTheTextsTell() throws {
    let published = try judgement(.onChangeReformat, "int/en_US/9/edit-middle")
    #expect(published.flatMap(\.keystrokes).contains { $0.hasCaretError })
    for script in EditScript.allCases {
      let judged = try judgement(.incrementalOnChange(), "int/en_US/9/\(script.rawValue)")
      #expect(judged.compactMap(\.mismatch).isEmpty, "\(script)")
    }
  }

  // MARK: Keystrokes that mean two things

  /// A point typed in German is the decimal point of a keypad, until the comma says that it groups.
  @Test func aTypedSeparatorIsAmbiguousUntilTheRestTells() throws {
    let kinds = ["double/de_DE/9", "currency/de_DE/9", "double/en_US/9", "int/de_DE/9"]
    let ambiguous = try kinds.map { kind in
      let judged = try judgement(.incrementalDelegate, "\(kind)/type-separators")
      #expect(judged.compactMap(\.mismatch).isEmpty, "\(kind)")
      return judged.flatMap(\.keystrokes).count(where: \.isAmbiguous)
    }
    #expect(ambiguous[0] > 0 && ambiguous[1] > 0)
    #expect(Array(ambiguous[2...]) == [0, 0], "no other key is a decimal point there")
    let published = try judgement(.delegateFilter, "double/de_DE/9/type-separators")
    #expect(published.flatMap(\.keystrokes).allSatisfy { !$0.isAmbiguous })
  }

  @Test func onlyAnActionThatSeesTextsTakesAnEditForAnother() throws {
    for kind in ["double/en_US/9", "currency/de_DE/9", "percent/fr_FR/6"] {
      let cell = "\(kind)/edit-anywhere"
      let texts = try judgement(.incrementalOnChange(), cell)
      #expect(texts.compactMap(\.mismatch).isEmpty)
      #expect(texts.flatMap(\.keystrokes).contains { $0.isAmbiguous })
      for told in [StrategyEntry.incrementalDelegate, .incrementalOnChange(usesSelection: true)] {
        let judged = try judgement(told, cell)
        #expect(judged.compactMap(\.mismatch).isEmpty)
        #expect(judged.flatMap(\.keystrokes).allSatisfy { !$0.isAmbiguous })
      }
    }
  }

  // MARK: Code that writes

  /// Checks that a written number whose last digit is 0 is shown without that digit.
  @Test(arguments: ["double", "decimal", "currency", "percent"], 1...12)
  func aWrittenNumberIsWhatItsValueShows(_ value: String, _ length: Int) throws {
    for locale in ["en_US", "de_DE"] {
      let suite = KeystrokeSuite(name: "Test", strategies: [.incrementalDelegate], matrix: [])
      let cell = try #require(
        Cell(id: "incremental-delegate/\(value)/\(locale)/\(length)/outside"))
      for seed in 1...8 as ClosedRange<UInt64> {
        let mismatches = try suite.sessions(of: cell, seed: seed).compactMap(\.mismatch)
        #expect(mismatches.isEmpty, "\(mismatches)")
      }
    }
  }

  /// A strategy that accepts whole numbers as typed.
  private struct Cents: ReformatStrategy {
    var hosting: Hosting { .delegate }
    mutating func textDidChange(_ text: String, value: Int?, phases: PhaseMarker) -> Reaction<Int> {
      Reaction(value: Int(text).map(ValueUpdate.set) ?? .clear)
    }
    mutating func shouldChange(
      _ text: String, selection: Range<Int>, in ranges: [Range<Int>], to replacement: String,
      phases: PhaseMarker
    ) -> EditDecision<Int> { replacement.allSatisfy(\.isNumber) ? .apply : .refuse }
    mutating func text(for value: Int, phases: PhaseMarker) -> String? { String(value) }
  }

  private static func cents(_ value: @escaping @Sendable (MeantNumber) -> ExpectedValue)
    -> OwnValueKind
  {
    OwnValueKind("cents", digitLimit: 9) { meant, _ in
      Expectation(text: meant.integer, value: value(meant))
    }
  }

  @Test func aKindOfTheUsersOwnIsWrittenTheValueOfItsRule() throws {
    let kind = Self.cents { Int($0.integer).map(ExpectedValue.int) ?? .none }
    let cents = StrategyEntry("cents", of: kind) { Cents() }
    let judged = try judgement(cents, "cents/en_US/5/outside")
    #expect(judged.compactMap(\.mismatch).isEmpty, "\(judged.compactMap(\.mismatch))")
  }

  @Test func aValueOfAnotherTypeIsAnError() throws {
    let kind = Self.cents { .text($0.integer) }
    let suite = KeystrokeSuite(
      name: "Test", strategies: [StrategyEntry("cents", of: kind) { Cents() }],
      matrix: [
        .init(
          strategies: ["cents"], values: ["cents"], locales: ["en_US"], lengths: [5],
          scripts: ["type", "outside"])
      ])
    #expect(suite.cells.map(\.script) == ["outside", "type"])
    let error = try #require(throws: SuiteError.self) { try suite.verify(suite.cells[0]) }
    #expect(error.description.contains("holds Int, and the value of the kind cents is String"))
  }

  // MARK: Traces

  private func trace(_ name: String, meant: String, _ edits: String...) throws -> Trace {
    let edits = edits.joined(separator: ", ")
    return try TraceReader.parse(
      #"{"id": "\#(name)", "value": "int", "meant": "\#(meant)", "edits": [\#(edits)]}"#,
      file: "t.jsonl")[0]
  }

  @Test func aTraceWithoutDigitsIsACell() throws {
    let letters = try trace(
      "letters", meant: "", #"{"range": [0, 0], "replacement": "x", "time": 0}"#)
    let suite = KeystrokeSuite(
      name: "Test", strategies: [.incrementalDelegate], matrix: [], traces: [letters],
      traced: ["incremental-delegate"])
    let cells = suite.cells(matching: CellFilter())
    #expect(cells.map(\.id) == ["incremental-delegate/int/en_US/0/trace-letters"])
    let judged = try suite.sessions(of: cells[0], seed: 1).map(\.judgement)
    #expect(judged.count == 1 && judged[0]?.mismatch == nil)
  }

  @Test func aTraceIsJudgedOnTheWay() throws {
    let middle = try trace(
      "middle", meant: "12394", #"{"range": [0, 0], "replacement": "1", "time": 0}"#,
      #"{"range": [1, 1], "replacement": "2", "time": 1}"#,
      #"{"range": [2, 2], "replacement": "3", "time": 2}"#,
      #"{"range": [3, 3], "replacement": "4", "time": 3}"#,
      #"{"range": [4, 4], "replacement": "9", "time": 4}"#)
    let right = try judgement(
      .incrementalDelegate, "int/en_US/5/trace-middle", traces: [middle])[0]
    #expect(right.keystrokes.count == 6 && right.mismatch == nil)
    let wrong = try judgement(.delegateFilter, "int/en_US/5/trace-middle", traces: [middle])[0]
    let keystroke = try #require(wrong.mismatch?.keystroke)
    #expect(keystroke.keystroke == 5 && wrong.mismatch?.endsRight == true)
    #expect(keystroke.before == "1,23|4" && keystroke.insert == "9")
    #expect(keystroke.after == "12,394|" && keystroke.expected == "12,39|4")
  }

  /// Checks that an edit with more than one meaning is judged at the end of the trace.
  @Test func aPasteInAnotherNotationIsJudgedAtTheEnd() throws {
    let pasted = try trace(
      "pasted", meant: "1234", #"{"range": [0, 0], "replacement": "1'234", "time": 0}"#)
    let judged = try judgement(.onChangeReformat, "int/en_US/4/trace-pasted", traces: [pasted])[0]
    #expect(judged.keystrokes.count == 1 && judged.mismatch?.endsRight == nil)
    #expect(judged.mismatch?.text == "")
  }
}
