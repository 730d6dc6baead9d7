import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Checks the candidate against the budgets, whatever the baseline was.
  ///
  /// A budget that was not measured is inconclusive; it never counts as kept.
  static func budgetEntries(
    _ cells: [SeriesKey.Subject], _ side: RunIndex, _ budgets: [Budget]
  ) -> [ComparisonEntry] {
    guard !budgets.isEmpty else { return [] }
    return cells.flatMap { cell -> [ComparisonEntry] in
      guard side.cells[cell]?.contains(where: { side.series[$0].metric == .time }) == true
      else { return [] }
      return budgets.filter { $0.scope.covers(cell.cell) }.flatMap { budget in
        (budget.scope.phase.map { [$0] } ?? [.total, .first]).compactMap {
          budgetEntry(cell, $0, side, budget)
        }
      }
    }
  }

  private static func budgetEntry(
    _ cell: SeriesKey.Subject, _ phase: RowPhase, _ side: RunIndex, _ budget: Budget
  ) -> ComparisonEntry? {
    let series = SeriesKey(
      cell,
      SeriesKey.Measure(phase: phase, metric: budget.scope.metric, instrument: .clock))
    guard let shares = KeystrokesOverBudget(cell, phase, side),
      let share = shares.share(budget.scope.metric)
    else {
      return ComparisonEntry(series, .inconclusive, .budgetNotMeasured(budget))
    }
    guard share > budget.share else { return nil }
    return ComparisonEntry(
      series, .overBudget,
      .overBudget(budget, share: share, keystrokes: shares.keystrokes))
  }
}

/// The share of keystrokes that may be over a limit.
///
/// A user states it, so it gates on any machine.
public struct Budget: Equatable, Sendable {
  /// The subject of the budget: the metric gives the limit, such as `Metric.over1ms`; the phase is `total` or `first`.
  public var scope: SeriesScope
  /// The largest share that is allowed, from 0 to 1.
  public var share: Double

  /// Makes a budget of its parts.
  public init(_ scope: SeriesScope, share: Double) {
    self.scope = scope
    self.share = share
  }
}
