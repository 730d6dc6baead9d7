import BenchmarkModel
import BenchmarkResults

/// The slowdown that a paired comparison excludes, whether or not it found a change.
extension Comparison {
  /// The strategy whose keystroke may be slower by the largest share within its interval, and that share.
  package var worst: (name: String, share: Double)? {
    guard let pairedTest else { return nil }
    let whole = pairedTest.verdicts.filter {
      $0.key.phase == .total && $0.key.metric == .time && $0.key.statistic == .least
    }
    var bounds: [String: Double] = [:]
    func note(_ strategy: String, _ verdict: TimedVerdict) {
      let bound = (verdict.effect.interval?.upperBound).map { $0 - 1 } ?? .infinity
      bounds[strategy] = max(bounds[strategy] ?? -1, bound)
    }
    var grouped: Set<Cell> = []
    for (subject, verdict) in whole {
      guard let strategy = subject.group?.strategy else { continue }
      note(strategy, verdict)
      grouped.formUnion(pairedTest.memberships[subject] ?? [])
    }
    // A cell without others of its strategy is in no such group.
    for (subject, verdict) in whole {
      if let cell = subject.cell, !grouped.contains(cell) { note(cell.strategy, verdict) }
    }
    return bounds.max { ($0.value, $1.key) < ($1.value, $0.key) }.map { ($0.key, $0.value) }
  }

  /// True if the comparison excludes less than is required.
  package var lacksCertainty: Bool {
    guard let requiredWithin, pairedTest != nil else { return false }
    return (worst?.share ?? .infinity) > requiredWithin
  }
}
