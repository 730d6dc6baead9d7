import BenchmarkModel
import BenchmarkResults

/// A cell as JMH writes a benchmark (org.openjdk.jmh.results.format.JSONResultFormat), mode `avgt`.
///
/// A round is a fork with one iteration, and its score the mean time of its keystrokes. What JMH says of its virtual
/// machine and of its warm-up has no counterpart and is left out.
struct JMHResult: Encodable {
  var benchmark: String
  var mode = "avgt"
  var threads = 1
  var forks: Int
  var measurementIterations = 1
  var params: [String: String]
  var primaryMetric: JMHMetric
  var secondaryMetrics: [String: JMHMetric]

  /// The cells whose keystrokes were timed.
  static func all(_ report: RunReport) throws -> [JMHResult] {
    try report.figures(for: .jmh) { !$0.times(.mean).isEmpty }.compactMap(JMHResult.init)
  }

  private init?(_ cell: CellFigures) {
    guard let score = JMHMetric(cell.times(.mean), unit: "ns/op") else { return nil }
    benchmark = "\(cell.suite).\(cell.cell.strategy)"
    forks = cell.times.count
    params = Dictionary(
      uniqueKeysWithValues: Cell.Part.allCases.dropFirst().map { ($0.rawValue, cell.cell[$0]) })
    primaryMetric = score
    secondaryMetrics = [:]
    for figure in [Figure.p50, .p99, .p999] {
      secondaryMetrics["time.\(figure.name)"] = JMHMetric(cell.times(figure), unit: "ns/op")
    }
    for count in cell.counts {
      let unit = count.metric.unit == "B" ? "B/op" : "\(count.metric.rawValue)/op"
      secondaryMetrics[count.metric.rawValue] = JMHMetric([count.mean], unit: unit)
    }
  }
}
