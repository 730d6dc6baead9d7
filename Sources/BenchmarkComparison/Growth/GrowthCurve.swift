import BenchmarkModel
import BenchmarkResults

/// A figure of a family's cells by their length.
struct GrowthCurve {
  let family: GrowthFamily
  let code: SeriesCode
  /// From short to long.
  let lengths: [Int]
  /// How many keystrokes are behind each figure.
  let keystrokes: [Int]
  /// The figures: p50 of times, over rounds; means of exact metrics.
  let values: [Double]

  /// The metrics whose growth is told.
  static let metrics: Set<Metric> = [.time, .instructions, .allocations, .bytes, .retains]

  /// The curves of a family on one side, in the order of tables; only of what was measured at each of its lengths that
  /// have the figure, and at three at least.
  static func all(
    _ family: GrowthFamily, _ cells: [SuiteCell], _ side: RunIndex,
    where isWanted: (SeriesCode) -> Bool = { _ in true }
  ) -> [GrowthCurve] {
    var points: [SeriesCode: [(length: Int, keystrokes: Int, value: Double)]] = [:]
    // With one digit the only keystroke beside the first is Return; and a wrong text is no figure of the same work.
    for cell in cells where cell.cell.length > 1 && side.texts[cell] != .wrong {
      for place in side.cells[cell] ?? [] {
        let code = side.code(place)
        guard metrics.contains(code.metric), code.phase != .first, code.instrument != .perf,
          isWanted(code)
        else { continue }
        let records = side.records(place)
        guard let value = value(code, records) else { continue }
        points[code, default: []].append((cell.cell.length, records[0].count, value))
      }
    }
    return points.filter { $0.value.count >= GrowthFamily.fewestLengths }
      .sorted { $0.key < $1.key }
      .map { code, points in
        GrowthCurve(
          family: family, code: code, lengths: points.map(\.length),
          keystrokes: points.map(\.keystrokes), values: points.map(\.value))
      }
  }

  private static func value(_ code: SeriesCode, _ records: [RowTable.Record]) -> Double? {
    guard code.metric.isExact else { return median(records.compactMap(\.summary.p50)) }
    return weightedMean(
      records.compactMap { record in record.summary.mean.map { ($0, Double(record.count)) } })
  }

  /// The curve without the lengths that another has not, or has other keystrokes at.
  func common(with other: GrowthCurve) -> GrowthCurve {
    let places = lengths.indices.filter { place in
      guard let there = other.lengths.firstIndex(of: lengths[place]) else { return false }
      return !code.metric.isExact || keystrokes[place] == other.keystrokes[there]
    }
    return GrowthCurve(
      family: family, code: code, lengths: places.map { lengths[$0] },
      keystrokes: places.map { keystrokes[$0] }, values: places.map { values[$0] })
  }

  /// What the figures are fitted to.
  ///
  /// A median knows nothing of the first keystroke and the last.
  var model: LengthModel {
    LengthModel(
      lengths: lengths.map(Double.init),
      keystrokes: code.metric.isExact ? keystrokes.map(Double.init) : nil)
  }
}
