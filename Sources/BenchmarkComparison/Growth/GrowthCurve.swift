import BenchmarkModel
import BenchmarkResults

/// One figure of a family's cells, by length.
struct GrowthCurve {
  let family: GrowthFamily
  let measure: SeriesKey.Measure
  /// The lengths, from short to long.
  let lengths: [Int]
  /// The number of keystrokes behind each figure.
  let keystrokes: [Int]
  /// The figures: p50 of times, over rounds; means of exact metrics.
  let values: [Double]

  /// The metrics whose growth is reported.
  private static let metrics: Set<Metric> = [.time, .instructions, .allocations, .bytes, .retains]

  /// The curves of a family on one side, in the order of tables; only of measures that every length with such figures
  /// has, and at least three lengths.
  static func all(
    _ family: GrowthFamily, _ cells: [SeriesKey.Subject], _ side: RunIndex
  ) -> [GrowthCurve] {
    var points: [SeriesKey.Measure: [(length: Int, keystrokes: Int, value: Double)]] = [:]
    // With one digit, Return is the only keystroke after the first one. A cell with a wrong text has not done the same
    // work.
    for cell in cells where cell.cell.length > 1 && side.texts[cell] != .wrong {
      for place in side.cells[cell] ?? [] {
        let measure = side.series[place].measure
        guard metrics.contains(measure.metric), measure.phase == .total || !measure.phase.isWhole
        else { continue }
        let records = side.records(place)
        guard let value = value(measure, records) else { continue }
        points[measure, default: []].append((cell.cell.length, records[0].count, value))
      }
    }
    return points.filter { $0.value.count >= GrowthFamily.fewestLengths }
      .sorted { $0.key < $1.key }
      .map { measure, points in
        GrowthCurve(
          family: family, measure: measure, lengths: points.map(\.length),
          keystrokes: points.map(\.keystrokes), values: points.map(\.value))
      }
  }

  private static func value(
    _ measure: SeriesKey.Measure, _ records: [RowTable.Record]
  ) -> Double? {
    guard measure.metric.isExact else { return median(records.compactMap(\.summary.p50)) }
    return weightedMean(
      records.compactMap { record in record.summary.mean.map { ($0, Double(record.count)) } })
  }

  /// The trend of the figures; nil if there are too few lengths.
  ///
  /// A median does not depend on the first keystroke and the last.
  var trend: LengthTrend? {
    LengthTrend(
      values, lengths: lengths.map(Double.init),
      keystrokes: measure.metric.isExact ? keystrokes.map(Double.init) : nil)
  }
}
