import BenchmarkResults
import BenchmarkStatistics

extension Comparison {
  /// Compares the p50 and the p99 of a timed metric: the ratio of the medians over rounds.
  static func timedEntries(
    _ series: Series, _ before: [RowTable.Record], _ after: [RowTable.Record]
  ) -> [ComparisonEntry] {
    [Figure.p50, .p99].compactMap { figure in
      let old = before.compactMap { $0.summary[figure] }
      let new = after.compactMap { $0.summary[figure] }
      guard let a = median(old), let b = median(new), a > 0, b > 0 else { return nil }
      var entry = ComparisonEntry(series, .advisory)
      entry.show(figure, a, b)
      entry.spread = spread(old, new)
      return entry
    }
  }

  /// The range of the ratio while each side stays in the middle half of its rounds.
  ///
  /// No confidence interval: it only shows how much the rounds themselves differ. A side that was folded into one
  /// row adds nothing to it.
  private static func spread(_ old: [Double], _ new: [Double]) -> ClosedRange<Double>? {
    guard old.count > 1 || new.count > 1,
      let oldLow = quantile(old, 0.25), let oldHigh = quantile(old, 0.75),
      let newLow = quantile(new, 0.25), let newHigh = quantile(new, 0.75), oldLow > 0
    else { return nil }
    return newLow / oldHigh...newHigh / oldLow
  }
}
