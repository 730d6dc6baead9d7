/// One figure of a ``Summary``, in the order of the columns.
public enum Figure: Int, CaseIterable, Sendable {
  /// The smallest.
  case min
  /// The median.
  case p50
  /// The 90th percentile.
  case p90
  /// The 99th percentile.
  case p99
  /// The 99.9th percentile.
  case p999
  /// The largest.
  case max
  /// The arithmetic mean.
  case mean

  /// The name of the column.
  public var name: String {
    switch self {
    case .min: "min"
    case .p50: "p50"
    case .p90: "p90"
    case .p99: "p99"
    case .p999: "p999"
    case .max: "max"
    case .mean: "mean"
    }
  }
}
