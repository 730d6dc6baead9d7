import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// How many sites are named for one change, risen and fallen ones each.
  private static let namedSites = 3

  /// The stacks behind changes, a list for each.
  package func sites(_ page: inout Page) {
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
