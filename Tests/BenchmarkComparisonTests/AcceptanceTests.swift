import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the proposals of `--accept`: wide enough to pass, and no wider than the changes that were found.
@Suite("Acceptance")
struct AcceptanceTests {
  private static let today = Day(year: 2026, month: 11, day: 21)

  private static let cells = ["delegate-filter", "onchange-reformat"].flatMap { strategy in
    ["ar_EG", "en_US"].flatMap { locale in
      [3, 9].map {
        Cell(strategy: strategy, value: "int", locale: locale, length: $0, script: "type")
      }
    }
  }

  private func compare(
    _ after: Run, by toml: String? = nil, filter: CellFilter = CellFilter(),
    baseline: Run = RunFixture(cells: cells).run(name: "a")
  ) throws -> Comparison {
    try Comparison(
      baseline: baseline, candidate: after, filter: filter,
      thresholds: toml.map { try Thresholds(toml: $0, file: "t.toml") } ?? .none, on: Self.today)
  }

  private func accepted(
    _ after: Run, filter: CellFilter = CellFilter(),
    baseline: Run = RunFixture(cells: cells).run(name: "a")
  ) throws -> String {
    let comparison = try compare(after, filter: filter, baseline: baseline)
    return Acceptance(comparison, baseline: baseline, candidate: after, on: Self.today).toml
  }

  /// Fills in the reasons, as a reviewer does.
  private func reviewed(_ toml: String) -> String {
    toml.replacing("reason = \"\"", with: "reason = \"reviewed\"")
  }

  private func run(_ factor: (Cell) -> Double?) -> Run {
    var fixture = RunFixture(id: "r2", cells: Self.cells)
    for cell in Self.cells {
      guard let factor = factor(cell) else { continue }
      fixture.change(cell, .total, .allocations) {
        $0.summary = .constant(factor * ($0.summary.mean ?? 0))
      }
    }
    return fixture.run(name: "b")
  }

  private func globs(_ toml: String) throws -> [String] {
    try Thresholds(toml: reviewed(toml), file: "t").acknowledgements.map(\.cells)
  }

  @Test("Cells of a strategy that changed alike share one entry, as large as the largest change")
  func alike() throws {
    let after = run { $0.strategy == "delegate-filter" ? ($0.length == 3 ? 1.05 : 1.06) : nil }
    let toml = try accepted(after)
    #expect(
      toml == """
        # Acknowledgements of all that fails, for review. Each needs a reason before it is read.
        schema = 2  # once, on top of the file

        [[acknowledgement]]  # 4 cells
        cells = "delegate-filter/*"
        metric = "allocations"
        phase = "total"
        change = "+6.00 %"
        reason = ""  # why it is worth it; without a reason the file is refused
        expires = 2027-02-19

        """)
    #expect(try !compare(after, by: reviewed(toml)).fails)
    let error = try #require(throws: Problem.self) {
      try Thresholds(toml: toml, file: "t.toml")
    }
    #expect(error.description.hasPrefix("t.toml:9: the acknowledgement gives no reason"))
  }

  @Test("A larger change, or a change of another cell, still fails")
  func noWider() throws {
    let toml = reviewed(try accepted(run { $0.locale == "ar_EG" ? 1.05 : nil }))
    #expect(try compare(run { $0.locale == "ar_EG" ? 1.0502 : nil }, by: toml).fails)
    for cell in Self.cells where cell.locale != "ar_EG" {
      #expect(try compare(run { $0.locale == "ar_EG" || $0 == cell ? 1.05 : nil }, by: toml).fails)
    }
  }

  @Test("One more allocation in every cell is one entry, though the shares differ")
  func amounts() throws {
    var fixture = RunFixture(id: "r2", cells: Self.cells)
    var before = RunFixture(cells: Self.cells)
    for cell in Self.cells where cell.strategy == "delegate-filter" {
      let count = Double(cell.length)
      before.change(cell, .total, .allocations) { $0.summary = .constant(count) }
      fixture.change(cell, .total, .allocations) { $0.summary = .constant(count + 1) }
    }
    let (a, b) = (before.run(name: "a"), fixture.run(name: "b"))
    let toml = reviewed(try accepted(b, baseline: a))
    #expect(try globs(toml) == ["delegate-filter/*"])
    #expect(toml.contains("\nby = 1\n"))
    #expect(try !compare(b, by: toml, baseline: a).fails)
    fixture.change(Self.cells[0], .total, .allocations) { $0.summary[.max] = 4.001 }
    #expect(try compare(fixture.run(name: "b"), by: toml, baseline: a).fails)
    // The entry does not cover a rise from 0.
    before.change(Self.cells[0], .total, .allocations) { $0.summary = .constant(0) }
    fixture.change(Self.cells[0], .total, .allocations) { $0.summary = .constant(1) }
    #expect(
      try compare(fixture.run(name: "b"), by: toml, baseline: before.run(name: "a")).failures
        .map(\.cell) == [Self.cells[0]])
  }

  @Test(
    "A cell that costs nothing does not prevent a glob, and the glob does not cover later costs of it"
  )
  func idle() throws {
    var (before, after) = (RunFixture(cells: Self.cells), RunFixture(id: "r2", cells: Self.cells))
    for cell in Self.cells where cell.strategy == "delegate-filter" {
      let rare = cell.length == 3 && cell.locale == "ar_EG"
      before.change(cell, .total, .allocations) { $0.summary = .constant(rare ? 0 : 5) }
      after.change(cell, .total, .allocations) { $0.summary = .constant(rare ? 0 : 6) }
    }
    let a = before.run(name: "a")
    let toml = reviewed(try accepted(after.run(name: "b"), baseline: a))
    #expect(try globs(toml) == ["delegate-filter/*"])
    after.change(Self.cells[0], .total, .allocations) { $0.summary = .constant(0.001) }
    #expect(
      try compare(after.run(name: "b"), by: toml, baseline: a).failures.map(\.cell)
        == [Self.cells[0]])
  }

  @Test("No glob matches a cell that changed differently or was not compared")
  func globs() throws {
    let locale = run { $0.strategy == "delegate-filter" && $0.locale == "ar_EG" ? 1.05 : nil }
    #expect(try globs(accepted(locale)) == ["delegate-filter/int/ar_EG/*"])
    let unalike = run { $0.strategy == "delegate-filter" ? ($0.length == 3 ? 1.05 : 1.5) : nil }
    #expect(
      try globs(accepted(unalike)) == Self.cells.prefix(4).map(\.id))
    let all = run { _ in 1.05 }
    #expect(
      try globs(accepted(all, filter: CellFilter(length: ["3"])))
        == Self.cells.filter { $0.length == 3 }.map(\.id))
    #expect(try globs(accepted(all)) == ["delegate-filter/*", "onchange-reformat/*"])
  }

  @Test("Every failure passes once it is accepted: texts, vanished cells, workloads, rises from 0")
  func everything() throws {
    var fixture = RunFixture(id: "r2", cells: Self.cells)
    fixture.rows.removeAll { $0.cell == Self.cells[0] }
    fixture.rows.removeAll { $0.cell == Self.cells[1] && $0.metric == .bytes }
    fixture.change(Self.cells[2], .filter, .allocations) { $0.summary = .constant(3) }
    fixture.change(Self.cells[3], .filter, .allocations) { $0.summary[.max] = 1 }
    fixture.change(Self.cells[4], .total, .emissions) { $0.count = 500 }
    for place in fixture.rows.indices where fixture.rows[place].cell == Self.cells[5] {
      fixture.rows[place].text = .wrong
    }
    fixture.metadata.wrongTexts = [
      CellMismatch(cell: Self.cells[5].id, expectedText: "1\u{202F}234", text: "\"١\\")
    ]
    fixture.change(Self.cells[6], .total, .refreshes) { $0.summary[.mean] = nil }
    let after = fixture.run(name: "b")
    let failing = try compare(after)
    #expect(
      Set(failing.failures.map(\.finding)) == [.vanished, .regressed, .workload, .textBroke])
    let comparison = try compare(after, by: reviewed(try accepted(after)))
    #expect(!comparison.fails, "\(comparison.failures) \(comparison.acknowledgementFaults)")
    #expect(comparison.entries.count { $0.finding == .acknowledged } == failing.failures.count)
  }

  @Test("If nothing fails there is nothing to accept, and faulty acknowledgements are named")
  func nothing() throws {
    let same = RunFixture(id: "r2", cells: Self.cells).run(name: "b")
    #expect(try accepted(same) == "# Nothing fails that needs an acknowledgement.\n")
    let old = """
      schema = 2
      [[acknowledgement]]
      cells = "*"
      metric = "bytes"
      change = "+1 %"
      reason = "old"
      expires = 2026-11-20
      """
    let toml = Acceptance(
      try compare(same, by: old), baseline: RunFixture(cells: Self.cells).run(name: "a"),
      candidate: same, on: Self.today
    ).toml
    #expect(toml == "# Beside them: take out the expired acknowledgement at t.toml:2\n")
  }
}
