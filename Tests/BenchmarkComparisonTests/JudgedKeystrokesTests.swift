import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that compare a run that judged keystrokes with runs that did and did not.
@Suite("Judged keystrokes compared")
struct JudgedKeystrokesTests {
  private static let keystroke = WrongKeystroke(
    keystroke: 2, before: "1|", valueBefore: "1", insert: "2", after: "|12", value: "12",
    expected: "12|", expectedValue: "12")

  /// Returns the fixture with a share of wrong keystrokes; if there are any, the first cell has a wrong keystroke
  /// midway.
  private static func judged(_ id: String, wrong: Double, carets: Double = 0, count: Int = 400)
    -> RunFixture
  {
    var fixture = RunFixture(id: id)
    for cell in RunFixture.cells {
      let share = cell == RunFixture.cells[0] ? (wrong, carets) : (0, 0)
      for (metric, mean) in [(Metric.wrongKeystrokes, share.0), (.caretErrors, share.1)] {
        fixture.rows.append(
          Row(
            run: id, commit: "0123456789", round: 0,
            series: SeriesKey(
              suite: "keystrokes", cell: cell, phase: .total, metric: metric, instrument: .host),
            count: count, summary: Summary(mean: mean), text: .ok))
      }
    }
    guard wrong + carets > 0 else { return fixture }
    for place in fixture.rows.indices where fixture.rows[place].cell == RunFixture.cells[0] {
      fixture.rows[place].text = .wrong
    }
    fixture.metadata.wrongTexts = [
      CellMismatch(
        suite: "keystrokes", cell: RunFixture.cells[0].id, expectedText: "12", text: "12",
        expectedValue: "12", value: "12", keystroke: keystroke, endsRight: true)
    ]
    return fixture
  }

  private func comparison(_ baseline: RunFixture, _ candidate: RunFixture) throws -> Comparison {
    try Comparison(
      baseline: baseline.run(name: "main"), candidate: candidate.run(name: "today"))
  }

  @Test("A rise of either metric regresses, also from 0", arguments: [(0.1, 0.0), (0, 0.1)])
  func rise(_ wrong: Double, _ carets: Double) throws {
    let found = try comparison(
      Self.judged("a", wrong: 0), Self.judged("b", wrong: wrong, carets: carets))
    let metric = wrong > 0 ? Metric.wrongKeystrokes : .caretErrors
    #expect(found.failures.contains { $0.finding == .regressed && $0.metric == metric })
    // The cell was right before and is wrong now.
    #expect(found.failures.contains { $0.finding == .textBroke })
  }

  @Test("A fall improves, whatever the number of keystrokes that could be judged")
  func fall() throws {
    let found = try comparison(
      Self.judged("a", wrong: 0.3), Self.judged("b", wrong: 0.2, count: 390))
    #expect(!found.fails)
    #expect(found.entries.contains { $0.finding == .improved && $0.metric == .wrongKeystrokes })
  }

  @Test("If the baseline judged no keystrokes, no change is claimed and a note says so")
  func olderBaseline() throws {
    let found = try comparison(RunFixture(id: "a"), Self.judged("b", wrong: 0.2, carets: 0.1))
    #expect(!found.fails)
    #expect(found.notes.contains(.keystrokesNotJudged(.baseline)))
    #expect(!found.entries.contains { $0.metric?.isJudgement == true && $0.before != nil })
    #expect(!found.entries.contains { [.textBroke, .textFixed].contains($0.finding) })
  }

  @Test("A session that ends wrong fails against such a baseline too")
  func endsWrong() throws {
    var candidate = Self.judged("b", wrong: 0.2)
    candidate.metadata.wrongTexts[0].endsRight = nil
    candidate.metadata.wrongTexts[0].text = "1"
    let found = try comparison(RunFixture(id: "a"), candidate)
    #expect(found.failures.map(\.finding) == [.textBroke])
  }

  @Test("A candidate that no longer judges keystrokes fails")
  func gone() throws {
    let found = try comparison(Self.judged("a", wrong: 0), RunFixture(id: "b"))
    #expect(found.failures.count == RunFixture.cells.count)
  }
}
