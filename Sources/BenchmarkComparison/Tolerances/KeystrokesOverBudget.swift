import BenchmarkModel
import BenchmarkResults

/// The shares of a cell's keystrokes that took longer than 1 ms, a frame at 120 Hz, and one at 60 Hz.
public struct KeystrokesOverBudget: Equatable, Sendable {
  /// The number of keystrokes that were timed one by one.
  public let keystrokes: Int
  /// The shares by limit, the shortest limit first, from 0 to 1.
  public let shares: [Double]

  /// Looks up the shares of one phase of a cell; nil if they were not measured.
  ///
  /// They are missing if several keystrokes were timed at once, since the time of each is not known then; or if the
  /// program that measured did not count them and the longest keystroke was over the limit.
  package init?(_ cell: SeriesKey.Subject, _ phase: RowPhase, _ side: RunIndex) {
    guard side.run.metadata.batchedKeystrokes[cell.cell.id] ?? 1 == 1 else { return nil }
    func records(_ metric: Metric) -> [RowTable.Record] {
      let measure = SeriesKey.Measure(phase: phase, metric: metric, instrument: .clock)
      return side.place(of: SeriesKey(cell, measure)).map(side.records) ?? []
    }
    let times = records(.time)
    let shares = Metric.shares.compactMap {
      OverBudgetShares.share($0, times: times, over: records($0))
    }
    guard shares.count == Metric.shares.count, let first = shares.first else { return nil }
    keystrokes = first.keystrokes
    self.shares = shares.map(\.value)
  }

  /// The share for a metric; nil if the metric is not such a share.
  package func share(_ metric: Metric) -> Double? {
    Metric.shares.firstIndex(of: metric).map { shares[$0] }
  }

  /// True if any keystroke was over the shortest limit.
  package var any: Bool { shares.contains { $0 > 0 } }
}
