import BenchmarkModel
import BenchmarkResults

/// What one stack costs per keystroke in either run.
public struct SiteChange: Equatable, Sendable, Encodable {
  /// The stack, outermost frame first; of the candidate, or of the baseline where it is gone.
  public var stack: [StackFrame]
  /// What it cost in the baseline, in the metric's unit; 0 where it was not there.
  public var before: Double
  /// What it costs in the candidate.
  public var after: Double

  /// How much it rose.
  public var change: Double { after - before }
}

/// Where the costs of a run come from, series by series.
struct SiteBook: Sendable {
  private var sites: [SeriesKey: [[String]: (stack: [StackFrame], cost: Double)]] = [:]

  /// Groups the sites of a run; stacks that differ in lines alone are one.
  init(_ all: [CostSite]) {
    for site in all {
      add(site.count, of: site, to: site.series)
      // Bytes have no sites of their own: they are asked for where blocks are.
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
  }

  /// Whether anything is known of a series.
  func covers(_ series: SeriesKey) -> Bool { sites[series] != nil }

  /// The stacks whose cost differs from that in another run, those that rose most first.
  ///
  /// Where a function is called from another place now, its former stack falls by as much as the new one rises; both
  /// are there.
  func changes(to other: SiteBook, of series: SeriesKey) -> [SiteChange] {
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
