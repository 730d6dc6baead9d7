import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The rankings of a run on a page, with bars.
extension RunAnswer {
  /// The ratio of costs above which bars are logarithmic: on a linear scale the short ones would look equal.
  private static let linear = 20.0

  /// The rankings and the advice, for a page; nothing for a run with one strategy.
  var ranking: [Document.Block] {
    let rankings = Ranking.all(table, run)
    guard Set(rankings.flatMap { $0.lines.map(\.strategy) }).count > 1 else { return [] }
    var blocks: [Document.Block] = []
    for ranking in rankings {
      let (grid, scale) = barred(ranking)
      blocks += advice(ranking).map { [.paragraph($0, .strong)] } ?? []
      blocks += [.paragraph(Self.title(ranking)), .table(grid)]
      if let scale { blocks.append(.paragraph(scale, .faint)) }
    }
    return blocks + [Self.legend(rankings)].compactMap(\.self).map { .paragraph($0, .faint) }
  }

  /// The table of a ranking with a bar for each cost, and its scale in words; without bars if all costs are 0.
  private func barred(_ ranking: Ranking) -> (Grid, String?) {
    var grid = Self.grid(ranking, rows: .max)
    let costs = ranking.lines.map { $0.cost ?? 0 }
    guard let most = costs.max(), most > 0, let least = costs.filter({ $0 > 0 }).min() else {
      return (grid, nil)
    }
    let isLinear = most <= least * Self.linear
    let (low, high) = (log10(least).rounded(.down), log10(most).rounded(.up))
    for (place, cost) in costs.enumerated() where cost > 0 {
      let share = isLinear ? cost / most : (log10(cost) - low) / (high - low)
      grid.bars[place] = Grid.Bar(
        parts: [("cost", share), ("", 1 - share)], marks: isLinear ? 0 : Int(high - low))
    }
    let start = pow(10, low)
    let name = ranking.metric == .time ? Units.time(start) : Units.count(start)
    return (
      grid,
      isLinear
        ? "Bars begin at 0."
        : "Bars are logarithmic: they begin at \(name), and each mark is 10 times the one before."
    )
  }

  /// The phases of a keystroke of the ranked strategies, for a page: a stacked bar, and each share in percent.
  var phases: [Document.Block] {
    Ranking.all(table, run).flatMap { ranking -> [Document.Block] in
      let all = ranking.lines.map { parts(of: $0.entry, ranking.metric) }
      let phases = RowPhase.allCases.filter { phase in all.contains { $0[phase] ?? 0 > 0 } }
      guard !phases.isEmpty else { return [] }
      var grid = Grid([.init("strategy")] + phases.map(Self.heading))
      for (line, costs) in zip(ranking.lines, all) {
        let whole = costs.values.reduce(0, +)
        guard whole > 0 else { continue }
        let shares = phases.map { (name: "p-\($0.rawValue)", share: (costs[$0] ?? 0) / whole) }
        grid.bars[grid.rows.count] = Grid.Bar(parts: shares)
        grid.rows.append(
          [line.strategy + (line.entry.text == .wrong ? " (wrong)" : "")]
            + phases.map { Self.percent(costs[$0].map { $0 / whole }) })
      }
      let what = ranking.metric == .time ? "mean time" : ranking.metric.rawValue
      return [
        .paragraph("\(Self.workload(ranking)): the share of each phase in its \(what)."),
        .table(grid),
      ]
    }
  }

  /// A share in whole percent; a small one is not shown as none.
  private static func percent(_ share: Double?) -> String {
    guard let share else { return Units.missing }
    return share > 0 && share < 0.005 ? "<1 %" : "\(Units.fixed(share * 100, 0)) %"
  }

  private static func heading(_ phase: RowPhase) -> Grid.Heading {
    var heading = Grid.Heading(phase.rawValue, number: true)
    heading.part = "p-\(phase.rawValue)"
    return heading
  }

  /// The costs of the phases of a cell in a metric, with what belongs to none of them.
  private func parts(of entry: RunTableEntry, _ metric: Metric) -> [RowPhase: Double] {
    var parts: [RowPhase: Double] = [:]
    for place in table.side.cells[entry.subject] ?? [] {
      let series = table.side.series[place]
      guard series.metric == metric, !series.phase.isWhole else { continue }
      let mean = RowTable.Record.folded(table.side.records(place)).summary.mean
      parts[series.phase] = max(0, mean ?? 0)
    }
    return parts
  }
}
