import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// Adds to each change of a cell's whole keystroke the phases that it comes from.
  static func attributeToPhases(_ entries: inout [ComparisonEntry]) {
    // By the measure of the whole keystroke.
    var parts: [SeriesKey.Measure: [Remark.PhaseChange]] = [:]
    for entry in entries {
      guard let measure = entry.measure, !measure.phase.isWhole, entry.figure == .mean,
        let before = entry.before, let after = entry.after, before != after
      else { continue }
      let whole = SeriesKey.Measure(
        phase: .total, metric: measure.metric, instrument: measure.instrument)
      parts[whole, default: []].append(
        Remark.PhaseChange(phase: measure.phase, change: after - before))
    }
    for place in entries.indices
    where [.regressed, .improved, .tolerated].contains(entries[place].finding) {
      guard let measure = entries[place].measure, let changed = parts[measure] else { continue }
      entries[place].remarks.append(.phases(changed))
    }
  }

  /// Adds to each change the stacks that it comes from, if both runs have stored them.
  static func attributeToSites(
    _ entries: inout [ComparisonEntry], _ before: SiteIndex, _ after: SiteIndex
  ) {
    for place in entries.indices
    where [.regressed, .improved].contains(entries[place].finding) {
      // A run may have the sites of some cells; of what costs nothing there are none.
      guard let series = entries[place].series,
        before.covers(series) || entries[place].before == 0,
        after.covers(series) || entries[place].after == 0
      else { continue }
      entries[place].sites = before.changes(to: after, of: series)
    }
  }
}
