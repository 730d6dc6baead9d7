import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests of the table of growth with the length.
struct GrowthReportTests {
  private static let lengths = [1, 3, 6, 9, 12, 15, 18]

  /// Returns a run of one strategy: a keystroke costs 20,000 instructions plus 400 for each digit in the field, Return
  /// 700.
  private static func run(lengths: [Int] = lengths) -> Run {
    var fixture = RunFixture()
    fixture.metadata.toolchain.valgrind = "3.19"
    fixture.rows = lengths.flatMap { length -> [Row] in
      let cell = Cell(
        strategy: "delegate-filter", value: "int", locale: "en_US", length: length, script: "type")
      let keys = stride(from: 2.0, through: Double(length), by: 1)
      let session = keys.reduce(700) { $0 + 20_000 + 400 * $1 }
      let mean = session / Double(length)
      func row(_ phase: RowPhase, _ metric: Metric, _ instrument: Instrument, _ summary: Summary)
        -> Row
      {
        Row(
          run: "r1", commit: "0123456789", round: 0,
          series: SeriesKey(
            suite: "keystrokes", cell: cell, phase: phase, metric: metric, instrument: instrument),
          count: 4 * length, summary: summary, text: .ok)
      }
      // Rounded as in the file: six digits after the point.
      let rounded = (mean * 1e6).rounded() / 1e6
      return [
        row(.total, .instructions, .valgrind, Summary(mean: rounded)),
        row(.total, .retains, .valgrind, Summary(mean: 12)),
        row(.total, .allocations, .shim, .constant(0)),
      ]
    }
    return fixture.run(name: "a run")
  }

  @Test("A run shows the growth of each cost, but not with only two lengths")
  func table() throws {
    let table = RunTable(Self.run())
    let fit = try #require(table.growth.first { $0.metric == .instructions })
    #expect(fit.order == .linear && abs(fit.slope - 200) < 1e-3)
    #expect(table.growth.first { $0.metric == .retains }?.order == .constant)
    let text = try table.rendered(as: .text)
    #expect(text.contains("Growth with length"))
    // With one digit only Return is measured, so that length is not a point of the trend.
    #expect(text.contains("3-18 (6)"))
    #expect(text.contains("+200"))
    #expect(try table.rendered(as: .json).contains("\"slope\" :"))
    #expect(RunTable(Self.run(lengths: [3, 9])).growth.isEmpty)
    #expect(RunTable(Self.run(lengths: [1, 3, 9])).growth.isEmpty)
  }
}
