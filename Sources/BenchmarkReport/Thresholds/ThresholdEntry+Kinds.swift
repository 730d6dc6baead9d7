import BenchmarkResults

extension ThresholdEntry {
  private var keys: [String] { ["metric", "phase", "cells", "absolute", "relative", "reason"] }

  /// Reads the entry as an allowance.
  func allowance() throws(ResultsError) -> Allowance {
    try checkKeys(keys)
    guard let metric = try word("metric", as: Metric.self) else {
      throw failure("the allowance names no metric", expected: "metric = \"instructions\"")
    }
    guard metric.isExact else {
      throw failure(at: "metric", "metric is \(metric.rawValue)", expected: "an exact one")
    }
    guard let reason = try text("reason") else {
      throw failure("the allowance gives no reason", expected: "reason = \"...\"")
    }
    let allowance = Allowance(
      metric: metric, phase: try word("phase", as: RowPhase.self), cells: try text("cells"),
      absolute: try amount("absolute"), relative: try amount("relative"), reason: reason)
    guard allowance.absolute != nil || allowance.relative != nil else {
      throw failure("the allowance allows nothing", expected: "absolute or relative")
    }
    return allowance
  }

  /// Reads the entry as a threshold.
  func threshold() throws(ResultsError) -> EffectThreshold {
    try checkKeys(keys)
    guard let metric = try word("metric", as: Metric.self) else {
      throw failure("the threshold names no metric", expected: "metric = \"time\"")
    }
    guard !metric.isExact else {
      throw failure(
        at: "metric", "metric is \(metric.rawValue)",
        expected: "time; how far an exact metric may move is an [[allowance]]")
    }
    let threshold = EffectThreshold(
      metric: metric, phase: try word("phase", as: RowPhase.self), cells: try text("cells"),
      absolute: try amount("absolute"), relative: try amount("relative"),
      reason: try text("reason"))
    guard threshold.absolute != nil || threshold.relative != nil else {
      throw failure("the threshold sets nothing", expected: "absolute or relative")
    }
    return threshold
  }
}
