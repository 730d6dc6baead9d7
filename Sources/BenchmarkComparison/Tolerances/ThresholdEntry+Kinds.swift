import BenchmarkModel
import BenchmarkResults
import TOMLKit

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

  /// Reads the entry as an acceptance.
  func acceptance() throws(Problem) -> Acceptance {
    try checkKeys(scopeKeys + ["absolute", "relative", "keystrokes", "reason", "until"])
    guard let cells = try text("cells") else {
      throw failure("the entry names no cells", expected: "cells = \"...\", an id or a glob")
    }
    let isOfWrongCells = table["metric"]?.string == "wrong"
    let strange = isOfWrongCells ? ["phase", "absolute", "relative"] : ["keystrokes"]
    if let key = strange.first(where: { table[$0] != nil }) {
      throw failure(
        at: key, "\(key) does not go with this metric",
        expected: isOfWrongCells
          ? "keystrokes = 4, the most of a cell" : "absolute, relative or both")
    }
    let scope =
      try isOfWrongCells
      ? SeriesScope(.wrongKeystrokes, cells: cells)
      : scope(
        "the entry", such: .instructions, where: { $0.isExact && !$0.isJudgement },
        expected:
          "an exact one, or wrong for wrong cells; how large a change of a time must be is a [[minimum_effect]]"
      )
    let limit = try isOfWrongCells ? wrongLimit() : changeLimit()
    guard let reason = try text("reason") else {
      throw failure("the entry gives no reason", expected: "reason = \"...\"")
    }
    guard let until = try day("until") else {
      throw failure("the entry does not say when it ends", expected: "until = 2027-01-31")
    }
    let place = start.map { "\(reader.file):\($0 + 1)" } ?? reader.file
    return Acceptance(scope, limit: limit, reason: reason, until: until, place: place)
  }

  private func changeLimit() throws(Problem) -> Acceptance.Limit {
    let size = try size("the entry accepts nothing")
    return .change(absolute: size.absolute ?? 0, relative: size.relative ?? 0)
  }

  private func wrongLimit() throws(Problem) -> Acceptance.Limit {
    guard let keystrokes = try amount("keystrokes").flatMap(Int.init(exactly:)), keystrokes > 0
    else {
      throw failure(
        at: "keystrokes", "the entry does not say how many keystrokes may be wrong",
        expected: "keystrokes = 4, the most of a cell")
    }
    return .wrong(keystrokes: keystrokes)
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
