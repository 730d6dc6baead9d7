import BenchmarkResults
import KeystrokeWorkload

extension Comparison {
  /// How many sites are named for one change, risen and fallen ones each.
  private static let namedSites = 3

  /// Says of each change of a cell's whole keystroke which phases it comes from.
  static func attributeToPhases(_ entries: inout [ComparisonEntry]) {
    for place in entries.indices where entries[place].phase == .total {
      let total = entries[place]
      guard let metric = total.metric, [.regressed, .improved, .allowed].contains(total.finding)
      else { continue }
      let parts = entries.compactMap { entry -> String? in
        guard entry.metric == metric, entry.instrument == total.instrument,
          let phase = entry.phase, phase != .total, phase != .first, entry.figure == .mean,
          let before = entry.before, let after = entry.after, before != after
        else { return nil }
        return "\(phase.rawValue) \(Units.difference(after - before, metric))"
      }
      guard !parts.isEmpty else { continue }
      entries[place].add(note: "from \(parts.joined(separator: ", "))")
    }
  }

  /// Says of each change which stacks it comes from, where both runs have stored them.
  static func attributeToSites(
    _ entries: inout [ComparisonEntry], _ before: SiteBook, _ after: SiteBook
  ) {
    for place in entries.indices
    where [.regressed, .improved].contains(entries[place].finding) {
      guard let series = entries[place].series, before.covers(series) || after.covers(series)
      else { continue }
      entries[place].sites = before.changes(to: after, of: series)
    }
  }

  /// The stacks behind changes, a list for each.
  func sites(_ page: inout Page) {
    let attributed = entries.filter { !$0.sites.isEmpty }
    guard !attributed.isEmpty else { return }
    page.heading("Where the changes come from")
    for entry in attributed.prefix(Self.listedSources) {
      guard let metric = entry.metric, let phase = entry.phase else { continue }
      page.list(["\(entry.cell.id) \(phase.rawValue) \(metric.rawValue)"])
      let risen = entry.sites.filter { $0.change > 0 }.prefix(Self.namedSites)
      let fallen = entry.sites.filter { $0.change < 0 }.suffix(Self.namedSites)
      page.list((risen + fallen).map { "  \(Self.line($0, metric))" }, fixed: true)
    }
    if attributed.count > Self.listedSources {
      page.list([
        "and those of \(attributed.count - Self.listedSources) more; --format json lists all."
      ])
    }
  }

  private static let listedSources = 20

  /// The change, the innermost frame, and the next one whose place is known: libraries have none.
  private static func line(_ site: SiteChange, _ metric: Metric) -> String {
    let callers = site.stack.dropLast()
    let caller = callers.last { $0.place != nil } ?? callers.last
    let frames = [site.stack.last, caller].compactMap(\.self).map { frame in
      frame.function + (frame.place.map { " (\($0))" } ?? "")
    }
    return "\(Units.difference(site.change, metric))  \(frames.joined(separator: " < "))"
  }
}
