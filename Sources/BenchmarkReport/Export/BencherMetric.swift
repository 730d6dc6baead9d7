import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A measure in Bencher's metric format (https://bencher.dev/docs/reference/bencher-metric-format/).
struct BencherMetric: Encodable {
  var value: Double
  var lowerValue: Double?
  var upperValue: Double?

  private enum CodingKeys: String, CodingKey {
    case value
    case lowerValue = "lower_value"
    case upperValue = "upper_value"
  }

  /// The measures of every cell; `latency`, in nanoseconds, is the one that Bencher knows.
  static func all(_ report: RunReport) throws -> [String: [String: BencherMetric]] {
    let suites = Set(report.table.entries.map(\.suite))
    var benchmarks: [String: [String: BencherMetric]] = [:]
    for cell in try report.figures(for: .bencher, where: \.isMeasured) {
      var measures: [String: BencherMetric] = [:]
      for (figure, slug) in [(Figure.p50, "latency"), (.p99, "latency-p99")] {
        guard let spread = RoundSpread(cell.times(figure)) else { continue }
        measures[slug] = BencherMetric(
          value: spread.median, lowerValue: spread.range?.lowerBound,
          upperValue: spread.range?.upperBound)
      }
      for count in cell.counts {
        let slug = String(count.metric.rawValue.map { $0 == "_" ? "-" : $0 })
        measures[slug] = BencherMetric(value: count.mean)
      }
      benchmarks[(suites.count > 1 ? "\(cell.subject.suite): " : "") + cell.subject.cell.id] =
        measures
    }
    return benchmarks
  }
}
