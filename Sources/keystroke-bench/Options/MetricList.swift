import ArgumentParser
import BenchmarkModel

/// Metrics as they are written on a command line, by commas.
struct MetricList: ExpressibleByArgument {
  /// The metrics.
  let metrics: Set<Metric>

  /// Reads the names; nil if one is unknown.
  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    let known = names.compactMap { Metric(rawValue: String($0.filter { $0 != " " })) }
    guard known.count == names.count else { return nil }
    metrics = Set(known)
  }

  static let allValueStrings = Metric.allCases.map(\.rawValue)
}
