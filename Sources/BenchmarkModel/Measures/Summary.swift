/// The distribution of a metric over the keystrokes of a row, in the metric's unit.
///
/// A figure that was not measured is nil, and an empty field in the file. It is never 0.
public struct Summary: Sendable {
  /// The figures; NaN means a missing figure, so that a row takes 56 bytes instead of 112.
  private var figures: InlineArray<7, Double>

  /// Makes a summary of the figures that are known.
  public init(
    min: Double? = nil, p50: Double? = nil, p90: Double? = nil, p99: Double? = nil,
    p999: Double? = nil, max: Double? = nil, mean: Double? = nil
  ) {
    figures = InlineArray(repeating: .nan)
    self[.min] = min
    self[.p50] = p50
    self[.p90] = p90
    self[.p99] = p99
    self[.p999] = p999
    self[.max] = max
    self[.mean] = mean
  }

  /// One figure; nil if it was not measured.
  public subscript(figure: Figure) -> Double? {
    get {
      let value = figures[figure.rawValue]
      return value.isNaN ? nil : value
    }
    set { figures[figure.rawValue] = newValue ?? .nan }
  }

  /// The smallest.
  public var min: Double? { self[.min] }
  /// The median.
  public var p50: Double? { self[.p50] }
  /// The 90th percentile.
  public var p90: Double? { self[.p90] }
  /// The 99th percentile.
  public var p99: Double? { self[.p99] }
  /// The 99.9th percentile.
  public var p999: Double? { self[.p999] }
  /// The largest.
  public var max: Double? { self[.max] }
  /// The arithmetic mean.
  public var mean: Double? { self[.mean] }

  /// Makes a summary in which every figure is the same, as for a metric that never varied.
  public static func constant(_ value: Double) -> Summary {
    Summary(
      min: value, p50: value, p90: value, p99: value, p999: value, max: value, mean: value)
  }
}

extension Summary {
  /// The fault among the figures of a metric, and what was expected; nil if there is none.
  package func fault(as metric: Metric) -> (problem: String, expected: String)? {
    // A missing figure is NaN, and no comparison with it is true.
    if figures[Figure.min.rawValue] > figures[Figure.max.rawValue] {
      return (
        "min is \(figures[Figure.min.rawValue]), max \(figures[Figure.max.rawValue])",
        "the smallest figure to be no larger than the largest"
      )
    }
    guard metric.limit != nil else { return nil }
    for figure in Figure.allCases where figures[figure.rawValue] > 1 {
      return ("\(figure.name) is \(figures[figure.rawValue])", "a share, from 0 to 1")
    }
    return nil
  }
}

extension Summary: Equatable {
  /// True if every figure is equal; two missing figures are equal.
  public static func == (a: Summary, b: Summary) -> Bool {
    for place in a.figures.indices {
      let (left, right) = (a.figures[place], b.figures[place])
      guard left == right || (left.isNaN && right.isNaN) else { return false }
    }
    return true
  }
}

extension Double {
  /// The number rounded to this many decimal places: more would be noise in a file.
  package func rounded(places: Int) -> Double {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
