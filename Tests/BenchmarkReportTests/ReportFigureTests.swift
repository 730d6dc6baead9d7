import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
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

  private func object<Value>(_ format: RunReportFormat, as type: Value.Type) throws -> Value {
    let text = try ReportFixture.report(Self.run).rendered(as: format)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? Value)
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

  @Test("Bencher: the median of the rounds, with the minimum and the maximum")
  func bencher() throws {
    let all = try object(.bencher, as: [String: [String: [String: Double]]].self)
    let cell = try #require(all[RunFixture.cells[1].id])
    #expect(cell["latency"] == ["value": 93, "lower_value": 91, "upper_value": 95])
    #expect(cell["bytes"] == ["value": 747])
  }

  @Test("github-action-benchmark: a range that it can read")
  func githubActionBenchmark() throws {
    let all = try object(.githubActionBenchmark, as: [[String: Any]].self)
    let time = try #require(all.first)
    #expect(time["name"] as? String == "\(RunFixture.cells[1].id) time p50")
    #expect(time["value"] as? Double == 93)
    #expect(time["unit"] as? String == "ns")
    #expect(time["range"] as? String == "± 2.0")
    #expect(Set(all.compactMap { $0["name"] as? String }).count == all.count)
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
