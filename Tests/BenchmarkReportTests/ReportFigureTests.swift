import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// The figures that other tools read, against those of the run.
struct ReportFigureTests {
  /// One cell of five rounds, whose means are 100 to 140 ns.
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
    "A change is told in percent, and from eleven times on as a factor",
    arguments: [
      (100, 102, "+2.00 %"), (100, 50, "-50.0 %"), (2, 21.9, "+995.0 %"), (2, 22, "×11.0"),
      (3, 340, "×113"), (0, 3, "from 0"),
    ])
  func change(before: Double, after: Double, text: String) {
    #expect(Units.change(from: before, to: after) == text)
  }

  @Test("The census has three decimals, an entry six, and neither makes a small change none")
  func difference() {
    #expect(Units.shortDifference(28 / 9, .systemCalls) == "+3.111")
    #expect(Units.difference(28 / 9, .systemCalls) == "+3.111111")
    #expect(Units.shortDifference(-224 / 3, .bytes) == "-74.667 B")
    #expect(Units.shortDifference(0.0001, .allocations) == "+0.0001")
  }

  @Test("JMH: the mean of the rounds, Student's interval at 99.9 %, and every round")
  func jmh() throws {
    let result = try #require(object(.jmh, as: [[String: Any]].self).first)
    #expect(result["benchmark"] as? String == "keystrokes.delegate-filter")
    #expect(result["mode"] as? String == "avgt")
    #expect(result["forks"] as? Int == 5)
    let metric = try #require(result["primaryMetric"] as? [String: Any])
    #expect(metric["score"] as? Double == 120)
    #expect(metric["rawData"] as? [[Double]] == [[100], [110], [120], [130], [140]])
    // 8.6103 is the two-sided quantile of t with 4 degrees of freedom (Pearson and Hartley, table 12).
    let half = 8.610_301_581 * (250.0 / 5).squareRoot()
    #expect(abs(try #require(metric["scoreError"] as? Double) - half) < 1e-6)
    let ends = try #require(metric["scoreConfidence"] as? [Double])
    #expect(abs(ends[0] - 120 + half) < 1e-6 && abs(ends[1] - 120 - half) < 1e-6)
    let percentiles = try #require(metric["scorePercentiles"] as? [String: Double])
    // As (n + 1) p, which Commons Math takes: the 50th is the third of five, the 90th beyond the fifth.
    #expect(percentiles["0.0"] == 100 && percentiles["50.0"] == 120 && percentiles["90.0"] == 140)
    let others = try #require(result["secondaryMetrics"] as? [String: [String: Any]])
    #expect(others["allocations"]?["score"] as? Double == 5)
    #expect(others["allocations"]?["scoreError"] as? String == "NaN")
    #expect(others["time.p99"]?["score"] as? Double == 230)
  }

  @Test("Bencher: the median of the rounds between the least and the most")
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

  @Test("Go: a line a round, exact metrics on each")
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
