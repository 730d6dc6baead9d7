import BenchmarkModel

/// The share of keystrokes that took longer than a limit, over all rounds of a cell and phase.
///
/// A round writes a row only if a keystroke was over the limit. So if a round has no row and its longest keystroke was
/// within the limit, its share is 0. If it has no row and its longest keystroke was over the limit, it comes from a
/// program that did not count them.
enum OverBudgetShares {
  /// A share, with the number of keystrokes.
  struct Share {
    /// The share, from 0 to 1.
    var value: Double
    /// The number of keystrokes that were timed.
    var keystrokes: Int
  }

  /// The share of a metric.
  ///
  /// - Parameters:
  ///   - metric: A metric with a limit.
  ///   - times: The rounds of the time of the cell and phase, each keystroke timed by itself.
  ///   - over: The rounds of the metric that have a row.
  /// - Returns: nil if it was not measured.
  private static func share(
    _ metric: Metric, times: [RowTable.Record], over: [RowTable.Record]
  ) -> Share? {
    guard let limit = metric.limit, !times.isEmpty else { return nil }
    let known = Dictionary(over.map { ($0.round, $0) }, uniquingKeysWith: { first, _ in first })
    var beyond = 0.0
    var keystrokes = 0.0
    for time in times {
      if let share = known[time.round]?.summary.mean {
        beyond += share * Double(time.count)
      } else {
        guard let longest = time.summary.max, longest <= limit else { return nil }
      }
      keystrokes += Double(time.count)
    }
    guard keystrokes > 0, let count = Int(exactly: keystrokes) else { return nil }
    return Share(value: beyond / keystrokes, keystrokes: count)
  }

  /// The share of the series at a place in a table, whose metric has a limit.
  static func share(
    ofSeries place: Int, in rows: RowTable, _ groups: RowTable.Groups
  ) -> Share? {
    let series = rows.series[place]
    let clocked = SeriesKey.Measure(phase: series.phase, metric: .time, instrument: .clock)
    guard let time = rows.place(of: SeriesKey(series.subject, clocked)) else { return nil }
    func records(_ place: Int) -> [RowTable.Record] { groups[place].map { rows.records[Int($0)] } }
    return share(series.metric, times: records(time), over: records(place))
  }
}
