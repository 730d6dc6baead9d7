import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that a changed text is reported as changed, and never as faster.
struct TextChangeTests {
  static let cell = RunFixture.cells[2]

  /// Returns the fixture with one wrong cell, which is cheaper for that reason.
  private func wrong(_ text: String, cheaper: Bool = true) -> Run {
    var fixture = RunFixture()
    for place in fixture.rows.indices where fixture.rows[place].cell == Self.cell {
      fixture.rows[place].text = .wrong
      if cheaper, fixture.rows[place].metric == .allocations {
        fixture.rows[place].summary = .constant(0)
      }
      if cheaper, fixture.rows[place].metric == .time {
        fixture.rows[place].summary = .constant(1)
      }
    }
    fixture.metadata.wrongTexts = [
      CellMismatch(cell: Self.cell.id, expectedText: "1,234", text: text)
    ]
    return fixture.run(name: text)
  }

  private let right = RunFixture().run(name: "right")

  /// The wrong text that the first failure names.
  private static func text(_ comparison: Comparison) -> String? {
    switch comparison.failures.first?.remarks.first {
    case .isWrong(let wrong), .isOtherwiseWrong(let wrong, _): wrong?.text
    default: nil
    }
  }

  @Test("A text that became wrong fails and is named; its lower cost is not an improvement")
  func broke() throws {
    let comparison = try Comparison(baseline: right, candidate: wrong("1234"))
    #expect(comparison.failures.map(\.finding) == [.textBroke])
    #expect(Self.text(comparison) == "1234")
    #expect(!comparison.entries.contains { $0.finding == .improved })
    #expect(comparison.entries.contains { $0.finding == .otherText })
    #expect(!comparison.entries.contains { $0.finding == .advisory && $0.cell == Self.cell })
  }

  @Test("A text that became right is reported, and is not an improvement either")
  func fixed() throws {
    let comparison = try Comparison(baseline: wrong("1234", cheaper: false), candidate: right)
    #expect(!comparison.fails)
    let fixed = comparison.entries.filter { $0.finding == .textFixed }
    #expect(fixed.map(\.cell) == [Self.cell])
    #expect(!comparison.entries.contains { $0.finding == .improved })
    #expect(!comparison.entries.contains { $0.finding == .advisory && $0.cell == Self.cell })
  }

  @Test("Wrong in the same way is no change; wrong in another way fails")
  func stillWrong() throws {
    #expect(try !Comparison(baseline: wrong("1"), candidate: wrong("1")).fails)
    let comparison = try Comparison(baseline: wrong("1"), candidate: wrong("2"))
    #expect(comparison.failures.map(\.finding) == [.textChanged])
    #expect(Self.text(comparison) == "2")
  }

  @Test("A missing check of the text fails")
  func unchecked() throws {
    var fixture = RunFixture()
    for place in fixture.rows.indices where fixture.rows[place].cell == Self.cell {
      fixture.rows[place].text = nil
    }
    let comparison = try Comparison(baseline: right, candidate: fixture.run(name: "b"))
    #expect(comparison.failures.map(\.remarks) == [[.textCheck]])
  }

  @Test("Texts that differ in invisible characters are different texts")
  func invisible() throws {
    let comparison = try Comparison(baseline: right, candidate: wrong("1\u{202F}234"))
    #expect(Self.text(comparison) == "1\u{202F}234")
  }
}
