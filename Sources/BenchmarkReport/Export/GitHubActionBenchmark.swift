import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A figure in the format of github-action-benchmark with `tool: customSmallerIsBetter`.
///
/// The fields are those of its README, "Minimal setup, custom"; it reads a range only if at least two characters follow
/// the `±`.
struct GitHubActionBenchmark: Encodable {
  var name: String
  var unit: String
  var value: Double
  var range: String?
  var extra: String?

  /// The times and the exact metrics of every cell.
  static func all(
    _ report: RunReport, _ figures: [CellFigures]
  ) -> [GitHubActionBenchmark] {
    let suites = Set(report.table.entries.map(\.suite))
    return figures.flatMap { cell in
      let name = (suites.count > 1 ? "\(cell.subject.suite): " : "") + cell.subject.cell.id
      let about = [
        "run \(report.table.label.id), commit \(report.table.label.commit)",
        cell.text == .wrong ? "the text is wrong" : nil,
      ].compactMap(\.self).joined(separator: "\n")
      let times = [Figure.p50, .p99].compactMap { figure -> GitHubActionBenchmark? in
        let rounds = cell.times(figure)
        guard let spread = RoundSpread(rounds) else { return nil }
        return GitHubActionBenchmark(
          name: "\(name) time \(figure.name)", unit: "ns", value: spread.median,
          range: spread.halfRange.map { "± \(Units.fixed($0, 1))" },
          extra: "\(Words.count(rounds, "round"))\n\(about)")
      }
      return times
        // The format knows only figures of which less is better.
        + cell.counts.filter(\.metric.lowerIsBetter).map {
          GitHubActionBenchmark(
            name: "\(name) \($0.metric.rawValue)",
            unit: $0.metric.unit == "1" ? $0.metric.rawValue : $0.metric.unit, value: $0.mean,
            extra: about)
        }
    }
  }
}

/// A timed figure over the rounds of a run: the median and the range.
struct RoundSpread {
  /// The median over rounds.
  let median: Double
  /// The smallest and the largest; nil for a single round, which has no spread.
  let range: ClosedRange<Double>?

  /// Half of the distance between the smallest and the largest.
  var halfRange: Double? { range.map { ($0.upperBound - $0.lowerBound) / 2 } }

  /// Makes a spread; nil if there is no round.
  init?(_ rounds: [Double]) {
    guard let sample = SortedSample(rounds) else { return nil }
    median = sample.median
    range = rounds.count > 1 ? sample.quantile(0)...sample.quantile(1) : nil
  }
}
