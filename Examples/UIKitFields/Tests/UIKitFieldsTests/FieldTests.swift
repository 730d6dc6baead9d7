import BenchmarkModel
import BenchmarkWorker
import KeystrokeSuites
import Testing
import UIKitFieldsBenchmarks

/// Each key of each session, judged as `keystroke-bench verify` judges it.
///
/// The tests are not isolated to the main actor, so that what a delegate leaves for later turns belongs to its keystroke.
struct FieldTests {
  private static let suite = Fields.suite()

  @Test("Text, value and caret are right after every key", arguments: FieldTests.suite.cells)
  func right(_ cell: Cell) throws { try Self.suite.verify(cell) }

  @Test("A delegate that leaves the caret at the end has caret errors, and no other fault")
  func caretFault() throws {
    let faulty = Fields.money("money-at-end", keepsCaret: false)
    let judged = try Self.judge(faulty.name, in: Fields.suite(with: [faulty]))
    #expect(judged.wrong == 0, "\(String(describing: judged.faults.first))")
    #expect(judged.caretErrors > 0)
    let first = try #require(judged.faults.first?.keystroke)
    // The same text, the caret at its end and not behind the digit.
    #expect(first.after != first.expected)
    #expect(first.after == first.expected.replacing("|", with: "") + "|")
  }

  /// All cells of a strategy, judged.
  private static func judge(_ strategy: String, in suite: KeystrokeSuite) throws -> (
    keystrokes: [SessionJudgement.Keystroke], wrong: Int, caretErrors: Int, faults: [Mismatch]
  ) {
    let cells = suite.cells(matching: CellFilter()).filter { $0.strategy == strategy }
    let sessions = try cells.flatMap { try suite.sessions(of: $0, seed: 7) }
    let judgements = sessions.compactMap(\.judgement)
    let keystrokes = judgements.flatMap(\.keystrokes)
    return (
      keystrokes, keystrokes.count { $0.isWrong }, keystrokes.count { $0.hasCaretError },
      judgements.compactMap(\.mismatch)
    )
  }
}
