import BenchmarkModel
import BenchmarkResults

extension ThresholdEntry {
  private var scopeKeys: [String] { ["metric", "phase", "cells"] }

  /// Reads the entry as a tolerance.
  func tolerance() throws(Problem) -> Tolerance {
    try checkKeys(scopeKeys + ["absolute", "relative", "reason"])
    let scope = try scope(
      "the tolerance", such: .instructions, where: \.isExact, expected: "an exact one")
    guard let reason = try text("reason") else {
      throw failure("the tolerance gives no reason", expected: "reason = \"...\"")
    }
    let size = try size("the tolerance tolerates nothing")
    return Tolerance(scope, absolute: size.absolute, relative: size.relative, reason: reason)
  }

  /// Reads the entry as a minimum effect.
  func minimumEffect() throws(Problem) -> MinimumEffect {
    try checkKeys(scopeKeys + ["absolute", "relative", "reason"])
    let scope = try scope(
      "the minimum effect", such: .time, where: { !$0.isExact },
      expected: "time; how far an exact metric may move is a [[tolerance]]")
    let reason = try text("reason")
    let size = try size("the minimum effect sets nothing")
    return MinimumEffect(scope, absolute: size.absolute, relative: size.relative, reason: reason)
  }

  /// The subject of the entry: a metric of its kind, which must be named.
  private func scope(
    _ subject: String, such example: Metric, where fits: (Metric) -> Bool, expected: String
  ) throws(Problem) -> SeriesScope {
    guard let metric = try metric() else {
      throw failure("\(subject) names no metric", expected: "metric = \"\(example.rawValue)\"")
    }
    // The runs that declare an own metric tell whether it is exact.
    guard metric.own != nil || fits(metric) else {
      throw failure(at: "metric", "metric is \(metric.rawValue)", expected: expected)
    }
    var scope = SeriesScope(
      metric, try word("phase", as: RowPhase.self), cells: try text("cells"))
    scope.place = start.map { "\(reader.file):\(reader.line(of: "metric", in: $0) ?? $0 + 1)" }
    return scope
  }

  /// The size of the entry, which must have at least one part.
  private func size(
    _ problem: String
  ) throws(Problem) -> (absolute: Double?, relative: Double?) {
    let size = (absolute: try amount("absolute"), relative: try share("relative"))
    guard size.absolute != nil || size.relative != nil else {
      throw failure(problem, expected: "absolute or relative")
    }
    return size
  }
}
