import BenchmarkResults

extension LockStepJudgement {
  /// The judgement of two runs, as it was while they were measured; nil unless they are the two sides of one comparison,
  /// and it was judged.
  init?(_ before: ComparisonSide, _ after: ComparisonSide, thresholds: Thresholds) {
    let (a, b) = (before.run.metadata, after.run.metadata)
    guard let first = a.lockStep, let second = b.lockStep, first.partner == b.id,
      second.partner == a.id, first.role == .baseline, second.role == .candidate,
      !first.looks.isEmpty, let suite = a.suites.first
    else { return nil }
    self.init(suite: suite, thresholds: thresholds, seed: a.seed)
    var instructions: [PairedFigure] = []
    var rounds: [Int: [PairedFigure]] = [:]
    let others = after.placesBySeries()
    for (series, place) in before.placesBySeries() {
      guard let other = others[series] else { continue }
      if series.metric == .instructions && series.instrument == .callgrind {
        if let old = before.records(place).first?.summary.mean,
          let new = after.records(other).first?.summary.mean
        {
          instructions.append(
            PairedFigure(cell: series.cell, phase: series.phase, baseline: old, candidate: new))
        }
      } else if series.metric == .time {
        let candidates = Dictionary(
          after.records(other).map { ($0.round, $0.summary.min) }, uniquingKeysWith: { a, _ in a })
        for record in before.records(place) {
          guard let old = record.summary.min, let new = candidates[record.round] ?? nil else {
            continue
          }
          rounds[Int(record.round), default: []].append(
            PairedFigure(cell: series.cell, phase: series.phase, baseline: old, candidate: new))
        }
      }
    }
    hear(instructions: instructions)
    var next = 1
    for look in first.looks {
      while next <= look.rounds {
        hear(times: rounds[next] ?? [])
        next += 1
      }
      _ = self.look(spent: look.spent)
    }
  }
}
