import BenchmarkModel
import Foundation
import Testing

@Suite("A metric of a package's own")
struct OwnMetricTests {
  @Test(
    "A name that a file or a table cannot hold, or that is taken, is refused",
    arguments: [
      ("", "cannot be declared"), ("Regex", "cannot be declared"), ("regex matches", "cannot be"),
      ("a,b", "cannot be declared"), ("a\"b", "cannot be declared"), ("é", "cannot be declared"),
      ("1st", "cannot be declared"), ("time", "of a metric of keystroke-bench"),
      ("peak_bytes", "of a metric of keystroke-bench"), ("over_2ms", "of a metric of"),
      (String(repeating: "a", count: 61), "cannot be declared"),
    ])
  func names(_ name: String, _ words: String) throws {
    let problem = try #require(OwnMetric.problem(in: [OwnMetric(name, exact: true)]))
    #expect(problem.contains(words), "\(problem)")
    #expect(OwnMetric.problem(in: [OwnMetric("regex_matches", exact: true)]) == nil)
  }

  @Test("Two declarations of one name, a unit with other characters, an exact time: refused")
  func declarations() throws {
    let exact = OwnMetric("steps", exact: true)
    let pages = OwnMetric("steps", unit: "pages", exact: true)
    #expect(OwnMetric.problem(in: [exact, exact]) == nil)
    let twice = try #require(OwnMetric.problem(in: [exact, pages]))
    #expect(twice.contains("declared twice, as exact and as exact, in pages"), "\(twice)")
    #expect(OwnMetric.problem(in: [OwnMetric("a", unit: "a b", exact: true)]) != nil)
    #expect(OwnMetric.problem(in: [OwnMetric("a", unit: "", exact: true)]) != nil)
    let time = OwnMetric.problem(in: [OwnMetric("a", unit: .nanoseconds, exact: true)])
    #expect(time?.contains("exact: false") == true)
    let many = (0...100).map { OwnMetric("m\($0)", exact: true) }
    #expect(OwnMetric.problem(in: many) != nil)
  }

  @Test("It keeps its declaration on the wire, and sorts behind the metrics of the harness by name")
  func metric() throws {
    let own = OwnMetric("zebra", unit: "pages", exact: false, lowerIsBetter: false)
    let metric = try #require(Metric(own))
    #expect(metric == Metric(own) && metric.own == own)
    #expect(metric.unit == "pages" && !metric.isExact && !metric.lowerIsBetter)
    let read = try JSONDecoder().decode(
      [Metric].self, from: JSONEncoder().encode([metric, .allocations]))
    #expect(read == [metric, .allocations])
    let first = try #require(Metric(OwnMetric("aardvark", exact: true)))
    #expect([metric, first, .over17ms, .time].sorted() == [.time, .over17ms, first, metric])
    // Another declaration is another metric, which a file may name alike.
    let other = try #require(Metric(OwnMetric("zebra", exact: true)))
    #expect(metric != other && metric.isNamed(like: other) && !metric.isNamed(like: first))
    #expect(Metric(named: "zebra")?.isNamed(like: metric) == true)
    #expect(Metric(named: "no such name") == nil && Metric(rawValue: "zebra") == nil)
    #expect(throws: WrongReply.self) {
      try JSONDecoder().decode([Metric].self, from: Data("[\"zebra\"]".utf8))
    }
  }

  @Test("A greeting that declares what no run can hold is refused")
  func greeting() {
    var greeting = WorkerGreeting(
      keystrokeBenchProtocol: ProtocolVersion.current, suite: "s", configuration: .release)
    greeting.metrics = [OwnMetric("a,b", exact: true)]
    #expect(throws: WrongReply.self) { try greeting.check() }
  }

  @Test("A list of strategies that names one twice is refused: each would be replayed as often")
  func replayed() throws {
    try ReplayedRequest().check(["a", "b"])
    #expect(throws: WrongReply.self) { try ReplayedRequest().check(["a", "b", "a"]) }
    #expect(throws: WrongReply.self) { try ReplayedRequest().check([""]) }
  }
}
