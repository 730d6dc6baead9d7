import BenchmarkResults

extension Comparison {
  /// How many sentences are shown before the rest is only counted.
  private static let sentences = 12

  /// What changes of exact metrics share.
  package var attribution: Attribution {
    Attribution(
      entries.compactMap { entry in
        guard let metric = entry.metric, metric.isExact, let phase = entry.phase,
          let direction = Self.direction(entry.finding)
        else { return nil }
        let difference = entry.before.flatMap { before in entry.after.map { $0 - before } }
        return AttributedEffect(
          suite: entry.suite, cell: entry.cell, phase: phase, metric: metric,
          direction: direction, ratio: entry.ratio, difference: difference,
          figure: entry.figure ?? .mean)
      })
  }

  private static func direction(_ finding: Finding) -> AttributedEffect.Direction? {
    switch finding {
    case .regressed: .regressed
    case .improved: .improved
    case .unchanged: .unchanged
    case .inconclusive, .allowed, .acknowledged, .otherText: .undecided
    default: nil
    }
  }

  /// The sentences, each with its direction.
  var attributed: [String] {
    let statements = attribution.statements
    let shown = statements.prefix(Self.sentences)
    let rest = statements.count - shown.count
    return shown.map { "\($0.direction.rawValue): \($0.text)" }
      + (rest > 0 ? ["and \(Words.count(rest, "sentence")) more; --format json has all."] : [])
  }
}
