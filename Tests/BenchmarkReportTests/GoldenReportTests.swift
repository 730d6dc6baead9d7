import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of complete reports against golden files; ``Golden/variable`` rewrites the files.
struct GoldenReportTests {
  static let extensions: [ReportFormat: String] = [
    .text: "txt", .markdown: "md", .json: "json", .csv: "csv",
  ]

  /// A run with everything that a table may have to show.
  static var run: Run {
    var fixture = RunFixture()
    let cells = RunFixture.cells
    for place in fixture.rows.indices where fixture.rows[place].cell == cells[3] {
      fixture.rows[place].text = .wrong
    }
    fixture.metadata.wrongTexts = [
      CellMismatch(
        cell: cells[3].id, expectedText: "1\u{202F}234", text: "١٢|*", expectedValue: "1234")
    ]
    for (cell, factor) in [(cells[1], 1e3), (cells[3], 1e6)] {
      fixture.change(cell, .total, .time) { row in
        for figure in Figure.allCases {
          row.summary[figure] = row.summary[figure].map { $0 * factor }
        }
      }
    }
    fixture.metadata.batchedKeystrokes = [cells[0].id: 16]
    fixture.metadata.warnings = ["allocations differ between rounds in 1 cell"]
    fixture.rows.removeAll { $0.cell == cells[1] && $0.metric == .bytes }
    if let place = fixture.rows.firstIndex(where: {
      $0.cell == cells[2] && $0.metric == .allocations
    }) {
      fixture.rows[place].round = 1
      var second = fixture.rows[place]
      second.round = 2
      second.summary = .constant(16)
      fixture.rows.append(second)
    }
    return fixture.run(name: "results/runs/example")
  }

  /// A candidate with a change of every kind.
  static var candidate: Run {
    var fixture = RunFixture(id: "r2", rounds: 3)
    let cells = RunFixture.cells
    fixture.metadata.status = .interrupted
    fixture.metadata.hosts[0].kernel = "Linux 6.6"
    fixture.metadata.hosts[0].cores = 4
    fixture.metadata.source.dirty = true
    fixture.rows.removeAll { $0.cell == cells[1] }
    fixture.change(cells[0], .total, .allocations) { $0.summary = .constant(6) }
    fixture.change(cells[0], .filter, .allocations) { $0.summary = .constant(3) }
    fixture.change(cells[2], .total, .bytes) { $0.summary = .constant(2000) }
    fixture.change(cells[0], .total, .emissions) { $0.count = 500 }
    fixture.change(cells[2], .total, .time) { $0.summary[.p50] = 3_000 }
    let new = Cell(strategy: "new", value: "int", locale: "en_US", length: 1, script: "type")
    fixture.rows += RunFixture.rows(of: new, run: "r2", rounds: 1)
    return fixture.run(name: "results/runs/today")
  }

  @Test("The table of a run", arguments: ReportFormat.allCases)
  func runTable(_ format: ReportFormat) throws {
    let text = try RunTable(Self.run).rendered(as: format)
    let name = "run-table.\(Self.extensions[format] ?? "")"
    #expect(try Golden(name).compare(text) == .equal)
  }

  @Test("The table of 200 cells")
  func largeRunTable() throws {
    var metadata = LargeRun.metadata(rounds: 3)
    metadata.wrongTexts = LargeRun.cells(200)
      .filter { $0.strategy == "onchange-reformat" && $0.locale == "ar_EG" }
      .map { CellMismatch(cell: $0.id, expectedText: "١٢٣", text: $0.length < 9 ? "١" : "") }
    let rows = LargeRun.rows(cells: 200, rounds: 3)
    let run = Run(name: "results/runs/large", metadata: metadata, rows: RowTable(rows))
    let text = try RunTable(run).rendered(as: .text)
    #expect(try Golden("run-table-200.txt").compare(text) == .equal)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 110 })
  }

  @Test("A comparison", arguments: ReportFormat.allCases)
  func comparison(_ format: ReportFormat) throws {
    let comparison = try Comparison(baseline: Self.run, candidate: Self.candidate)
    let name = "comparison.\(Self.extensions[format] ?? "")"
    #expect(try Golden(name).compare(comparison.rendered(as: format)) == .equal)
  }

  @Test("A comparison of 200 cells stays short")
  func largeComparison() throws {
    func run(_ name: String, factor: @Sendable @escaping (Cell) -> Double) -> Run {
      Run(
        name: name, metadata: LargeRun.metadata(rounds: 5),
        rows: RowTable(LargeRun.rows(cells: 200, rounds: 5, factor: factor)))
    }
    let before = run("main") { _ in 1 }
    let after = run("results/runs/today") { cell in
      cell.locale == "fr_FR" && cell.strategy == "onchange-reformat" ? 1.5 : 0.9
    }
    let text = try Comparison(baseline: before, candidate: after).rendered(as: .text)
    #expect(try Golden("comparison-200.txt").compare(text) == .equal)
    #expect(text.split(separator: "\n").count < 40)
  }

  @Test("If everything regressed, some changes are listed and the rest are counted in groups")
  func largeRegression() throws {
    let rows = LargeRun.rows(cells: 200, rounds: 1)
    let worse = rows.map { row in
      var row = row
      if row.metric == .allocations { row.summary[.mean] = (row.summary.mean ?? 0) + 1 }
      return row
    }
    let metadata = LargeRun.metadata(rounds: 1)
    let comparison = try Comparison(
      baseline: Run(name: "main", metadata: metadata, rows: RowTable(rows)),
      candidate: Run(name: "today", metadata: metadata, rows: RowTable(worse)))
    #expect(comparison.failures.count == 1_000)
    let text = try comparison.rendered(as: .text)
    #expect(try Golden("comparison-regressed-200.txt").compare(text) == .equal)
    #expect(text.split(separator: "\n").count < 100)
  }

  @Test("The list of baselines", arguments: ReportFormat.allCases)
  func baselines(_ format: ReportFormat) throws {
    let list = BaselineList([Self.run, RunFixture(id: "r2").run(name: "main")])
    let name = "baselines.\(Self.extensions[format] ?? "")"
    #expect(try Golden(name).compare(list.rendered(as: format)) == .equal)
    #expect(try !BaselineList([]).rendered(as: format).isEmpty)
  }
}
