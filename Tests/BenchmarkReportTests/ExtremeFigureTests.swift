import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Figures that a file may hold, but no machine measures, are shown without a crash.
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
}
