import BenchmarkModel
import BenchmarkResults

/// The cost of one stack per keystroke in both runs.
package struct SiteChange: Equatable, Sendable, Encodable {
  /// The stack, outermost frame first, from the candidate; from the baseline if the candidate lacks it.
  package var stack: [StackFrame]
  /// The cost in the baseline, in the metric's unit; 0 if it was not there.
  package var before: Double
  /// The cost in the candidate.
  package var after: Double

  /// Candidate minus baseline.
  package var change: Double { after - before }
}

/// The sites that the costs of a run come from, by series.
struct SiteIndex: Sendable {
  private var sites: [SeriesKey: [[String]: (stack: [StackFrame], cost: Double)]] = [:]
  private var known: [Metric: Set<SeriesKey.Subject>] = [:]

  /// Groups the sites of a run; stacks that differ only in line numbers are merged.
  init(_ all: [CostSite]) {
    for site in all {
      add(site.count, of: site, to: site.series)
      // Bytes have no sites of their own: they are requested where blocks are.
      if site.metric == .allocations, let bytes = site.bytes {
        var series = site.series
        series.metric = .bytes
        add(bytes, of: site, to: series)
      }
    }
  }

  private mutating func add(_ cost: Double, of site: CostSite, to series: SeriesKey) {
    let key = site.stack.map(\.function)
    sites[series, default: [:]][key, default: (site.stack, 0)].cost += cost
    known[series.metric, default: []].insert(series.subject)
  }

  /// True if the sites of a cell's metric are known.
  func covers(_ series: SeriesKey) -> Bool {
    known[series.metric]?.contains(series.subject) ?? false
  }

  /// The stacks whose cost differs from that in another run, largest rise first.
  ///
  /// If a function is now called from another place, its former stack falls by as much as the new one rises; both are
  /// listed.
  func changes(to other: SiteIndex, of series: SeriesKey) -> [SiteChange] {
    let before = sites[series] ?? [:]
    let after = other.sites[series] ?? [:]
    return Set(before.keys).union(after.keys).compactMap { key in
      let (old, new) = (before[key], after[key])
      guard let stack = (new ?? old)?.stack else { return nil }
      let change = SiteChange(stack: stack, before: old?.cost ?? 0, after: new?.cost ?? 0)
      // Means are stored with six digits after the point.
      return abs(change.change) < 1e-5 ? nil : change
    }.sorted { a, b in
      (-a.change, a.stack.map(\.function).joined()) < (-b.change, b.stack.map(\.function).joined())
    }
  }
}
