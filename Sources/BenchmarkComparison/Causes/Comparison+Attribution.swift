import BenchmarkResults
import WorkerProtocol

extension Comparison {
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
    case .inconclusive, .tolerated, .acknowledged, .otherText: .undecided
    default: nil
    }
  }
}
