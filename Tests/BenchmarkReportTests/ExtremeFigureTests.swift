import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that figures a file may contain, but no machine measures, are shown without a crash.
struct ExtremeFigureTests {
  static let figures: [Double] = [0, .leastNonzeroMagnitude, 1, 1e300, .greatestFiniteMagnitude]

  @Test("Any pair of figures can be compared and shown", arguments: figures, figures)
  func pair(_ before: Double, _ after: Double) throws {
    func run(_ value: Double) -> Run {
      var fixture = RunFixture()
      for place in fixture.rows.indices {
        fixture.rows[place].summary = .constant(value)
        fixture.rows[place].count = .max
      }
      return fixture.run(name: "r")
    }
    let comparison = try Comparison(baseline: run(before), candidate: run(after))
    #expect(comparison.fails == (after > before))
    for format in ReportFormat.allCases {
      let text = try comparison.rendered(as: format)
      #expect(!text.contains("inf") && !text.contains("nan"))
      #expect(try !RunTable(run(after)).rendered(as: format).isEmpty)
    }
  }

  @Test(
    "No format of any report crashes if the sum of the largest figures overflows")
  func sums() throws {
    let cells = [3, 6, 9, 12].map { length in
      var cell = RunFixture.cells[0]
      cell.length = length
      return cell
    }
    func run(_ id: String, _ value: Double) -> Run {
      var fixture = RunFixture(id: id, cells: cells, rounds: 4)
      for place in fixture.rows.indices {
        let half = fixture.rows[place].cell.length.isMultiple(of: 2)
        fixture.rows[place].summary = .constant(half ? value / 2 : value)
      }
      return fixture.run(name: id)
    }
    let runs = [run("a", .greatestFiniteMagnitude), run("b", .greatestFiniteMagnitude / 3)]
    let history = History(runs.map { HistoryRun($0) }, order: .start(reason: ""))
    let comparison = try Comparison(baseline: runs[1], candidate: runs[0])
    for format in ReportFormat.allCases {
      for text in [
        try RunTable(runs[0]).rendered(as: format), try history.rendered(as: format),
        try comparison.rendered(as: format),
      ] { #expect(!text.isEmpty && !text.contains("inf") && !text.contains("nan")) }
    }
    #expect(try history.rendered(as: .text).contains("out of range"))
    for format in RunReportFormat.allCases {
      #expect(try !ReportFixture.report(runs[0]).rendered(as: format).isEmpty)
    }
  }
}
