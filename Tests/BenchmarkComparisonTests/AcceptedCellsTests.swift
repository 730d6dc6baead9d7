import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of cells that are known to be wrong and accepted with a reason.
@Suite("Accepted cells")
struct AcceptedCellsTests {
  private static let cell = RunFixture.cells[2]
  private static let entry = """
    schema = 2

    [[accepted]]
    cells = "\(AcceptedCellsTests.cell.id)"
    what = ["text", "value"]
    keystrokes = 4
    reason = "as published"
    issue = "#7"
    expires = 2027-01-31
    """
  private static let lastDay = Day(year: 2027, month: 1, day: 31)

  private static func wrong(_ change: (inout WrongCounts) -> Void) -> CellMismatch {
    var counts = WrongCounts()
    change(&counts)
    return CellMismatch(cell: cell.id, expectedText: "1,234", text: "1234", counts: counts)
  }

  private static let inFour = wrong { ($0.keystrokes, $0.text, $0.value) = (4, 4, 1) }

  private func review(
    _ wrong: [CellMismatch], _ text: String = entry, matched: Int = 1, on day: Day = lastDay
  ) throws -> AcceptedReview {
    let accepted = try Thresholds(toml: text, file: "t.toml").accepted
    return AcceptedReview(wrong, by: accepted, matched: { _ in matched }, on: day)
  }

  @Test("A file is read exactly, with the line of an entry")
  func reading() throws {
    let accepted = try Thresholds(toml: Self.entry, file: "t.toml").accepted
    try #require(accepted.count == 1)
    #expect(accepted[0].cells == [Self.cell.id] && accepted[0].what == [.text, .value])
    #expect(accepted[0].keystrokes == 4 && accepted[0].reason == "as published")
    #expect(accepted[0].issue == "#7" && accepted[0].expires == Self.lastDay)
    #expect(accepted[0].line == 3 && accepted[0].place == "t.toml:3")
    let short = """
      schema = 2
      [[accepted]]
      cells = ["a/*", "b/*"]
      what = "caret"
      keystrokes = 1
      reason = "r"
      """
    let other = try Thresholds(toml: short, file: "t.toml").accepted[0]
    #expect(other.cells == ["a/*", "b/*"] && other.what == [.caret])
    #expect(other.issue == nil && other.expires == nil)
  }

  @Test(
    "A bad entry is refused, with its line",
    arguments: [
      ("cells = \"\(AcceptedCellsTests.cell.id)\"", "", 3, "the entry names no cells"),
      (
        "cells = \"\(AcceptedCellsTests.cell.id)\"", "cells = [1]", 4,
        "cells is not a list of texts"
      ),
      ("[\"text\", \"value\"]", "\"texts\"", 5, "what is texts"),
      ("what = [\"text\", \"value\"]", "", 3, "the entry does not say what is wrong"),
      ("keystrokes = 4", "keystrokes = 0", 6, "the entry does not say how many"),
      ("keystrokes = 4", "keystrokes = 1.5", 6, "the entry does not say how many"),
      ("reason = \"as published\"", "", 3, "the entry gives no reason"),
      ("reason = \"as published\"", "reason = \" \"", 7, "reason is not a text"),
      ("expires = 2027-01-31", "expires = \"soon\"", 9, "expires is not a date"),
      ("issue", "isue", 8, "isue is not known here"),
    ])
  func refused(_ old: String, _ new: String, _ line: Int, _ problem: String) throws {
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: Self.entry.replacing(old, with: new), file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:\(line): \(problem)"), "\(error)")
  }

  @Test("A cell is accepted up to what was accepted, and until the day")
  func excess() throws {
    let fine = try review([Self.inFour])
    #expect(fine.failing.isEmpty && fine.accepted.map(\.cells) == [[Self.cell.id]])
    func excess(_ wrong: CellMismatch, on day: Day = Self.lastDay) throws -> AcceptedCells.Excess? {
      let review = try review([wrong], on: day)
      #expect(review.failing == [wrong] && review.accepted.isEmpty)
      return review.exceeding[Self.cell.id]?.excess
    }
    #expect(
      try excess(Self.wrong { ($0.keystrokes, $0.text) = (5, 5) }) == .more(keystrokes: 5))
    #expect(
      try excess(Self.wrong { ($0.keystrokes, $0.caret) = (1, 1) }) == .other(.caret, keystrokes: 1)
    )
    #expect(try excess(Self.inFour, on: Self.lastDay.adding(days: 1)) == .expired(Self.lastDay))
    // A run of an earlier version has no counts.
    let uncounted = CellMismatch(cell: Self.cell.id, expectedText: "1,234", text: "1234")
    #expect(try review([uncounted]).failing.isEmpty)
    let stranger = CellMismatch(cell: "x/int/en_US/9/type", expectedText: "1", text: "2")
    let rest = try review([Self.inFour, stranger])
    #expect(rest.failing == [stranger] && rest.exceeding.isEmpty)
  }

  @Test("A pattern whose cells are right again is named, and one that fits no cell")
  func right() throws {
    #expect(try review([Self.inFour]).right.isEmpty)
    #expect(try review([]).right.map(\.cells) == [Self.cell.id])
    let unmatched = try review([], matched: 0)
    #expect(unmatched.right.isEmpty && unmatched.unmatched.map(\.cells) == [Self.cell.id])
  }

  @Test("The proposal accepts what is wrong once reasons are given, and nothing more")
  func proposal() throws {
    var other = Self.inFour
    other.cell = RunFixture.cells[1].id
    let text = AcceptedCells.proposals(for: [Self.inFour, other])
    #expect(throws: Problem.self) { try Thresholds(toml: text, file: "t.toml") }
    let reasoned = text.replacing("reason = \"\"", with: "reason = \"r\"")
    #expect(try review([Self.inFour, other], reasoned).failing.isEmpty)
    let more = Self.wrong { ($0.keystrokes, $0.text, $0.value) = (5, 4, 1) }
    #expect(try review([more, other], reasoned).failing == [more])
    let caret = Self.wrong { ($0.keystrokes, $0.text, $0.caret) = (4, 3, 1) }
    #expect(try review([caret, other], reasoned).failing == [caret])
  }

  // MARK: In a comparison

  private func run(_ wrong: CellMismatch?, _ name: String) -> Run {
    var fixture = RunFixture(id: name)
    if let wrong {
      for place in fixture.rows.indices where fixture.rows[place].cell == Self.cell {
        fixture.rows[place].text = .wrong
      }
      fixture.metadata.wrongTexts = [wrong]
    }
    return fixture.run(name: name)
  }

  private func compare(_ before: CellMismatch?, _ after: CellMismatch?, _ text: String = entry)
    throws
    -> Comparison
  {
    try Comparison(
      baseline: run(before, "a"), candidate: run(after, "b"),
      thresholds: Thresholds(toml: text, file: "t.toml"), on: Self.lastDay)
  }

  @Test("A comparison accepts what the file does, and fails for the rest")
  func comparison() throws {
    let broke = try compare(nil, Self.inFour)
    #expect(!broke.fails && broke.entries.contains { $0.finding == .acknowledged })
    let more = Self.wrong { ($0.keystrokes, $0.text) = (5, 5) }
    let worse = try compare(nil, more)
    #expect(worse.failures.map(\.finding) == [.textBroke])
    // It fails also if it was as wrong before, as in `verify`.
    let still = try compare(more, more)
    #expect(still.failures.map(\.finding) == [.textChanged])
    #expect(still.failures.map(\.cell) == [Self.cell])
    #expect(try !compare(Self.inFour, Self.inFour).fails)
  }

  @Test("A comparison notes what is right again, and what fits no cell")
  func notes() throws {
    let right = try compare(Self.inFour, nil)
    #expect(!right.fails)
    #expect(right.notes.contains { if case .acceptedRight = $0 { true } else { false } })
    let unknown = try compare(nil, nil, Self.entry.replacing(Self.cell.id, with: "nobody/*"))
    #expect(unknown.notes.contains { if case .acceptedUnknown = $0 { true } else { false } })
    #expect(!unknown.notes.contains { if case .acceptedRight = $0 { true } else { false } })
  }
}
