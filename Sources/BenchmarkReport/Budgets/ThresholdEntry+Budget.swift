import BenchmarkResults

extension ThresholdEntry {
  /// Reads the entry as a budget.
  func budget() throws(ResultsError) -> Budget {
    try checkKeys(["metric", "phase", "cells", "share", "reason"])
    guard let metric = try word("metric", as: Metric.self) else {
      throw failure("the budget names no metric", expected: "metric = \"over_8ms\"")
    }
    guard metric.limit != nil else {
      throw failure(
        at: "metric", "metric is \(metric.rawValue)",
        expected: "one of \(Metric.shares.map(\.rawValue).joined(separator: ", "))")
    }
    let phase = try word("phase", as: RowPhase.self)
    if let phase, phase != .total && phase != .first {
      throw failure(at: "phase", "phase is \(phase.rawValue)", expected: "total or first")
    }
    guard let share = try amount("share") else {
      throw failure("the budget states no share", expected: "share = 0.001")
    }
    guard share <= 1 else {
      throw failure(at: "share", "share is \(share)", expected: "at most 1, which is all")
    }
    _ = try text("reason")
    return Budget(metric: metric, phase: phase, cells: try text("cells"), share: share)
  }
}
