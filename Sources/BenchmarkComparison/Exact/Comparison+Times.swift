import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Compares figures of a timed metric: the ratio of the medians over rounds.
  static func timedEntries(
    _ series: SeriesKey, _ before: [RowTable.Record], _ after: [RowTable.Record],
    _ figures: [Figure]
  ) -> [ComparisonEntry] {
    figures.compactMap { figure in
      guard let old = SortedSample(before.compactMap { $0.summary[figure] }),
        let new = SortedSample(after.compactMap { $0.summary[figure] })
      else { return nil }
      var entry = ComparisonEntry(series, .advisory)
      entry.show(figure, old.median, new.median)
      // A count of the strategy's own may be 0, which has no ratio; nothing takes no time.
      guard old.median > 0, new.median > 0 else {
        return series.metric.own != nil && figure == .mean ? entry : nil
      }
      guard let ratio = entry.ratio, ratio > 0 else { return nil }
      if before.count > 1 || after.count > 1 { entry.spread = spread(old, new) }
      return entry
    }
  }

  /// The range of the ratio while each side stays in the middle half of its rounds.
  ///
  /// This is not a confidence interval: it only shows how much the rounds themselves differ. A side that was folded into
  /// one row does not widen it.
  private static func spread(_ old: SortedSample, _ new: SortedSample) -> ClosedRange<Double>? {
    let low = new.quantile(0.25) / old.quantile(0.75)
    let high = new.quantile(0.75) / old.quantile(0.25)
    return high.isFinite ? low...high : nil
  }

  /// True if the ratio differs from 1 by more than the rounds differ among themselves; one round shows no spread, so nothing
  /// is beyond it.
  package static func isBeyondSpread(_ entry: ComparisonEntry) -> Bool {
    entry.spread.map { !$0.contains(1) } ?? false
  }
}
