import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Adds to each change of a cell's whole keystroke the phases that it comes from.
  static func attributeToPhases(_ entries: inout [ComparisonEntry]) {
    for place in entries.indices where entries[place].phase == .total {
      let total = entries[place]
      guard let metric = total.metric, [.regressed, .improved, .tolerated].contains(total.finding)
      else { continue }
      let parts = entries.compactMap { entry -> Remark.PhaseChange? in
        guard entry.metric == metric, entry.instrument == total.instrument,
          let phase = entry.phase, !phase.isWhole, entry.figure == .mean,
          let before = entry.before, let after = entry.after, before != after
        else { return nil }
        return Remark.PhaseChange(phase: phase, change: after - before)
      }
      guard !parts.isEmpty else { continue }
      entries[place].remarks.append(.phases(parts))
    }
  }

  /// Adds to each change the stacks that it comes from, if both runs have stored them.
  static func attributeToSites(
    _ entries: inout [ComparisonEntry], _ before: SiteIndex, _ after: SiteIndex
  ) {
    for place in entries.indices
    where [.regressed, .improved].contains(entries[place].finding) {
      guard let series = entries[place].series, before.covers(series) || after.covers(series)
      else { continue }
      entries[place].sites = before.changes(to: after, of: series)
    }
  }
}
