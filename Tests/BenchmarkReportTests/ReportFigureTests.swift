import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that the figures for other tools equal those of the run.
struct ReportFigureTests {
  /// A run of one cell and five rounds, whose means are 100 to 140 ns.
  private static var run: Run {
    var fixture = RunFixture(cells: [RunFixture.cells[1]], rounds: 5)
    for place in fixture.rows.indices where fixture.rows[place].metric == .time {
      let round = Double(fixture.rows[place].round)
      fixture.rows[place].summary = Summary(
        min: 80, p50: 90 + round, p90: 100, p99: 200 + 10 * round, p999: 300, max: 400,
        mean: 90 + 10 * round)
    }
    return fixture.run(name: "r")
  }

  @Test(
    "A change is shown in percent, and from eleven times as a factor",
    arguments: [
      (100, 102, "+2.00 %"), (100, 50, "-50.0 %"), (2, 21.9, "+995.0 %"), (2, 22, "×11.0"),
      (3, 340, "×113"), (0, 3, "from 0"),
    ])
  func change(before: Double, after: Double, text: String) {
    #expect(Units.change(from: before, to: after) == text)
  }

  @Test("The census has three decimals, an entry six, and neither rounds a small change to zero")
  func difference() {
    #expect(Units.shortDifference(28 / 9, .systemCalls) == "+3.111")
    #expect(Units.difference(28 / 9, .systemCalls) == "+3.111111")
    #expect(Units.shortDifference(-224 / 3, .bytes) == "-74.667 B")
    #expect(Units.shortDifference(0.0001, .allocations) == "+0.0001")
  }

  @Test("Go: one line per round, with the exact metrics on each")
  func go() throws {
    let text = try ReportFixture.report(Self.run).rendered(as: .gobench)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("Benchmark") }
    #expect(lines.count == 5)
    #expect(
      lines[0].hasPrefix(
        "BenchmarkKeystroke/strategy=delegate-filter/value=int/locale=fr_FR/length=9/script=type\t400\t100 ns/op\t91 p50-ns/op\t210 p99-ns/op"
      ))
    #expect(lines.allSatisfy { $0.contains("\t5 allocs/op\t747 B/op") })
    #expect(text.contains("\nUnit allocs/op assume=exact better=lower\n"))
  }
}
