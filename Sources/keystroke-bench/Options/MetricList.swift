import ArgumentParser
import BenchmarkModel

/// Metrics as they are written on a command line, by commas.
struct MetricList: ExpressibleByArgument {
  /// The names of the metrics.
  let names: Set<String>

  /// Reads the names; nil if no metric can have one of them.
  init?(argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.filter { $0 != " " }) }
    guard names.allSatisfy({ Metric(named: $0) != nil }) else { return nil }
    self.names = Set(names)
  }

  static let allValueStrings = Metric.allCases.map(\.rawValue)
}
