import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Compares an exact metric: any difference is a change.
  static func exactEntry(
    _ series: SeriesKey, _ before: [RowTable.Record], _ after: [RowTable.Record], gates: Bool
  ) -> ComparisonEntry {
    guard let old = constant(before), let new = constant(after) else {
      return varying(series, before, after, gates: gates)
    }
    guard old.count == new.count || series.metric.isJudgement else {
      return ComparisonEntry(
        series, .workload,
        .keystrokes(series.measure, before: old.count, after: new.count, others: 0))
    }
    // The mean matters most; if it is equal, the worst keystroke does. A better mean excuses no keystroke that got
    // worse.
    let isFall = !series.metric.lowerIsBetter
    let extremes = [Figure.max, .p999, .p99, .p90, .p50, .min]
    let order = [.mean] + (isFall ? extremes.reversed() : extremes)
    let worse = order.dropLast().first { figure in
      isFall
        ? rose(new.summary[figure], old.summary[figure])
        : rose(old.summary[figure], new.summary[figure])
    }
    for figure in (worse.map { [$0] } ?? []) + order {
      let (a, b) = (old.summary[figure], new.summary[figure])
      guard a != b else { continue }
      var entry = ComparisonEntry(
        series, .regressed, gates: gates, gates ? nil : .advisory)
      switch (a, b) {
      case (let a?, let b?) where isFall ? b < a : b > a: break
      case (.some, .some): entry.finding = .improved
      case (.some, nil):
        entry.finding = .vanished
        entry.remarks = [.figure(figure, series.measure)]
      case (nil, _):
        entry.finding = .uncovered
        entry.remarks = [.figure(figure, series.measure)]
      }
      entry.show(figure, a, b)
      return entry
    }
    var entry = ComparisonEntry(series, .unchanged)
    entry.show(.mean, old.summary.mean, new.summary.mean)
    return entry
  }

  private static func rose(_ before: Double?, _ after: Double?) -> Bool {
    guard let before, let after else { return false }
    return after > before
  }

  /// The record that all rounds have in common; nil if rounds differ.
  private static func constant(_ records: [RowTable.Record]) -> RowTable.Record? {
    guard let first = records.first else { return nil }
    return records.allSatisfy { $0.summary == first.summary && $0.count == first.count }
      ? first : nil
  }

  /// Compares a metric that differs between the rounds of a run: it is decided only if the two sides do not overlap.
  private static func varying(
    _ series: SeriesKey, _ before: [RowTable.Record], _ after: [RowTable.Record], gates: Bool
  ) -> ComparisonEntry {
    let (inBaseline, inCandidate) = (constant(before) == nil, constant(after) == nil)
    func remark(liesAbove: Bool) -> Remark {
      .roundsDiffer(baseline: inBaseline, candidate: inCandidate, liesAbove: liesAbove)
    }
    var entry = ComparisonEntry(
      series, .inconclusive, gates: gates, remark(liesAbove: false))
    let (old, new) = (before.compactMap(\.summary.mean), after.compactMap(\.summary.mean))
    let isFall = !series.metric.lowerIsBetter
    if let most = old.max(), let least = new.min(), least > most {
      entry.finding = isFall ? .improved : .regressed
    } else if let least = old.min(), let most = new.max(), most < least {
      entry.finding = isFall ? .regressed : .improved
    }
    if entry.finding == .regressed { entry.remarks = [remark(liesAbove: !isFall)] }
    entry.show(
      .mean, RowTable.Record.folded(before).summary.mean,
      RowTable.Record.folded(after).summary.mean)
    return entry
  }
}

extension ComparisonEntry {
  /// Marks a change as tolerated if every figure moved by no more than the tolerance.
  mutating func tolerate(
    by tolerance: Tolerance, _ before: [RowTable.Record], _ after: [RowTable.Record]
  ) {
    guard isChange else { return }
    for (old, new) in zip(before, after) {
      for figure in Figure.allCases {
        guard let a = old.summary[figure], let b = new.summary[figure] else { continue }
        guard tolerance.admits(from: a, to: b) else { return }
      }
    }
    guard before.count == after.count else { return }
    finding = .tolerated
    remarks = []
  }
}
