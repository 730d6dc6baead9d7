import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension RunTable {
  /// The growth of costs with the length; empty if too few lengths were measured.
  var growthSection: Document.Section {
    Document.Section(
      title: "Growth with length",
      blocks: [.table(growthGrid), .list(growth.isEmpty ? [] : growthLegend)])
  }

  /// The growth of whole keystrokes, a line per family, with the phase that causes it.
  private var growthGrid: Grid {
    var grid = Grid(
      [.init("strategy"), .init("value"), .init("locale"), .init("script"), .init("lengths")]
        + shownMetrics.map { .init(Self.title($0), number: true) }
        + [.init("growth"), .init("mostly in")])
    let totals = growth.filter { $0.phase == .total }
    for (family, fits) in Dictionary(grouping: totals, by: \.family).sorted(by: { $0.key < $1.key })
    {
      let main = shownMetrics.reversed().first { metric in
        [.instructions, .time].contains(metric) && fits.contains { $0.metric == metric }
      }
      let leading = fits.first { $0.metric == main }
      let lengths = fits.map(\.lengths).max { $0.count < $1.count } ?? []
      grid.rows.append(
        [
          family.strategy, family.value, family.locale, family.script,
          "\(lengths.first ?? 0)-\(lengths.last ?? 0) (\(lengths.count))",
        ]
          + shownMetrics.map { metric in
            fits.first { $0.metric == metric }.map { Units.slope($0.slope, metric) }
              ?? Units.missing
          } + [leading?.order.rawValue ?? Units.missing, leading.map(source) ?? ""])
    }
    return grid
  }

  private var shownMetrics: [Metric] {
    [.time, .allocations, .bytes, .instructions].filter { metric in
      growth.contains { $0.metric == metric && $0.phase == .total }
    }
  }

  private static func title(_ metric: Metric) -> String {
    metric == .time ? "p50" : metric.rawValue
  }

  /// The phase in which the cost of a whole keystroke grows most.
  private func source(_ total: GrowthFit) -> String {
    guard total.order != .constant else { return "" }
    let most = growth.filter { fit in
      fit.family == total.family && fit.metric == total.metric && fit.phase != .total
        && fit.slope * total.slope > 0 && fit.order != .constant
    }
    .max { abs($0.slope) < abs($1.slope) }
    return most.map { "\($0.phase.rawValue) \(Units.slope($0.slope, $0.metric))" } ?? ""
  }

  private var growthLegend: [String] {
    [
      "For each digit that a session is longer, a keystroke of it costs so much more, on the mean over the session.",
      "growth, mostly in: of \(shownMetrics.contains(.instructions) ? "instructions" : "p50").",
    ]
  }
}
