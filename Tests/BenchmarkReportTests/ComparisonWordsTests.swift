import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of a report's words for the findings, remarks and notes of a comparison.
struct ComparisonWordsTests {
  private let cell = RunFixture.cells[0]

  private func compare(
    _ thresholds: Thresholds = .none, on day: Day = .today, _ change: (inout RunFixture) -> Void
  ) throws -> Comparison {
    var candidate = RunFixture(id: "r2")
    change(&candidate)
    return try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"),
      thresholds: thresholds, on: day)
  }

  private func wrong(_ text: String) -> (inout RunFixture) -> Void {
    { fixture in
      for place in fixture.rows.indices where fixture.rows[place].cell == cell {
        fixture.rows[place].text = .wrong
      }
      fixture.metadata.wrongTexts = [
        CellMismatch(cell: cell.id, expectedText: "1,234", text: text)
      ]
    }
  }

  @Test("Packages outside of the repository are named with their state")
  func outside() {
    let note = ComparisonNote.outside([
      .init(path: "../keystroke-bench", commit: "0123456789", isDirty: true),
      .init(path: "../../other", commit: nil, isDirty: false),
    ])
    #expect(
      note.words
        == "outside of the repository, and so the same on both sides: ../keystroke-bench at 0123456789 with changes, ../../other"
    )
  }

  @Test("Invisible characters and direction marks in a wrong text are shown")
  func texts() throws {
    let space = try #require(compare(.none, wrong("1\u{202F}234")).failures.first?.note)
    #expect(space.contains("1\\u{202F}234"))
    let arabic = try #require(compare(.none, wrong("١٢")).failures.first?.note)
    #expect(arabic.contains("\"\u{2068}١٢\u{2069}\""))
  }

  @Test("Rows that vanished are named by phase")
  func rows() throws {
    let comparison = try compare {
      $0.rows.removeAll { $0.cell == cell && ($0.phase == .parse || $0.metric == .bytes) }
    }
    #expect(comparison.failures.map(\.note) == ["rows: total bytes; parse time"])
  }

  @Test("A change from 0 has no ratio in the text")
  func fromZero() throws {
    let text = try compare {
      $0.change(cell, .filter, .allocations) { $0.summary = .constant(3) }
    }.rendered(as: .text)
    #expect(text.contains("from 0"))
    #expect(!text.contains("inf") && !text.contains("nan"))
  }

  @Test("Another toolchain and another machine are notes, and a table lists the compared metrics")
  func scope() throws {
    let same = try compare { _ in }
    #expect(try !same.rendered(as: .text).contains("What is compared"))
    #expect(try same.rendered(as: .json).contains("\"compared\""))
    let comparison = try compare {
      $0.metadata.toolchain.swift = "6.4"
      $0.metadata.hosts[0].kernel = "Linux 6.6"
      $0.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    }
    #expect(comparison.notes.map(\.words).count == 2)
    #expect(comparison.notes.map(\.words)[0].contains("Swift 6.3.1 against 6.4"))
    #expect(comparison.notes.map(\.words)[1].contains("kernel Linux 6.1 against Linux 6.6"))
    let text = try comparison.rendered(as: .text)
    // What changed comes before the notes on it.
    #expect(text.split(separator: "\n")[1].hasPrefix("regressed: ") && text.contains("\nnote: "))
    #expect(text.contains("+20.0 %  advisory\n"))
    #expect(text.contains("What is compared\n"))
    #expect(try comparison.rendered(as: .markdown).contains("<summary>What is compared"))
  }

  @Test("An accepted change and its reason are named, a larger one and a useless entry too")
  func acceptances() throws {
    let entry = """
      schema = 2
      [[accept]]
      cells = "\(cell.id)"
      metric = "allocations"
      absolute = 1
      reason = "worth it"
      until = 2027-01-31
      """
    let thresholds = try Thresholds(toml: entry, file: "t.toml")
    let lastDay = Day(year: 2027, month: 1, day: 31)
    let (six, seven) = (
      { (fixture: inout RunFixture) in
        fixture.change(cell, .total, .allocations) { $0.summary = .constant(6) }
      },
      { (fixture: inout RunFixture) in
        fixture.change(cell, .total, .allocations) { $0.summary = .constant(7) }
      }
    )
    let accepted = try compare(thresholds, on: lastDay, six)
    #expect(accepted.headline.hasPrefix("PASS: 1 accepted change, nothing else"))
    #expect(accepted.entries(.accepted).first?.note == "accepted until 2027-01-31: worth it")
    for format in ReportFormat.allCases {
      #expect(try accepted.rendered(as: format).contains("worth it"))
    }
    let larger = try compare(thresholds, on: lastDay, seven)
    #expect(
      larger.headline.hasPrefix("FAIL: \(cell.id) total allocations +2 (+40.0 %), 1 regressed; "))
    #expect(
      larger.failures.first?.note == "min went from 5 to 7, further than t.toml:2 accepts")
    let expired = try compare(thresholds, on: Day(year: 2027, month: 2, day: 1), six)
    let unused = try compare(thresholds, on: lastDay) { _ in }
    #expect(expired.fails && !unused.fails)
    for (comparison, words) in [
      (expired, "t.toml:2: this [[accept]] expired on 2027-01-31"),
      (unused, "t.toml:2: nothing needs this [[accept]] any more"),
    ] {
      #expect(try comparison.rendered(as: .text).contains("note: \(words)"))
      #expect(try comparison.rendered(as: .json).contains(words))
    }
  }
}
