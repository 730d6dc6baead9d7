import BenchmarkComparison

/// A metric as JMH writes it, of one figure a fork.
struct JMHMetric: Encodable {
  /// A figure, written as JMH writes it: one that there is not is the text `NaN`.
  enum Value: Encodable {
    case known(Double)
    case unknown

    init(_ value: Double?) { self = value.map(Value.known) ?? .unknown }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .known(let value): try container.encode(value)
      case .unknown: try container.encode("NaN")
      }
    }
  }

  var score: Double
  var scoreError: Value
  var scoreConfidence: [Value]
  var scorePercentiles: [String: Double]
  var scoreUnit: String
  var rawData: [[Double]]

  /// JMH's level of confidence.
  private static let confidence = 0.999
  private static let percentiles: [(name: String, share: Double)] = [
    ("0.0", 0), ("50.0", 0.5), ("90.0", 0.9), ("95.0", 0.95), ("99.0", 0.99), ("99.9", 0.999),
    ("99.99", 0.9999), ("99.999", 0.99999), ("99.9999", 0.999999), ("100.0", 1),
  ]

  /// Nil where there is no fork.
  init?(_ forks: [Double], unit: String) {
    guard !forks.isEmpty else { return nil }
    // Divided first: figures may be so large that their sum is none.
    let mean = forks.reduce(0) { $0 + $1 / Double(forks.count) }
    let error = Self.error(forks, mean: mean)
    score = mean
    scoreError = Value(error)
    scoreConfidence = [Value(error.map { mean - $0 }), Value(error.map { mean + $0 })]
    scorePercentiles = Dictionary(
      uniqueKeysWithValues: Self.percentiles.map { ($0.name, Self.percentile(forks, $0.share)) })
    scoreUnit = unit
    rawData = forks.map { [$0] }
  }

  /// Half of the interval of the mean by Student's t; nil for fewer than three, as in JMH's AbstractStatistics.
  private static func error(_ forks: [Double], mean: Double) -> Double? {
    guard forks.count > 2 else { return nil }
    let count = Double(forks.count)
    let squares = forks.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let half =
      studentQuantile(confidence: confidence, freedom: count - 1)
      * (squares / (count - 1) / count).squareRoot()
    return half.isFinite && (mean + half).isFinite ? half : nil
  }

  /// The percentile that JMH takes from Apache Commons Math: at (n + 1) times the share, between neighbours on a line.
  private static func percentile(_ forks: [Double], _ share: Double) -> Double {
    let sorted = forks.sorted()
    let place = share * Double(sorted.count + 1)
    if place < 1 { return sorted[0] }
    if place >= Double(sorted.count) { return sorted[sorted.count - 1] }
    let below = Int(place)
    return sorted[below - 1] + (place - Double(below)) * (sorted[below] - sorted[below - 1])
  }
}
