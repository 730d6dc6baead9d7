import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// How many cells that got slower, and as many that got faster, are named.
  private static let movers = 5

  /// The times in short: by strategy, then the cells that moved most.
  package func times(_ page: inout Page) {
    let totals = entries(.advisory).filter { $0.phase == .total }
    guard !totals.isEmpty else { return }
    let shift = MachineState.shift(self).flatMap { $0.isMachine ? $0 : nil }
    page.heading(timesHeading(shift))
    page.list([
      "Candidate over baseline, per keystroke: the geometric mean over cells, and the least and the most."
    ])
    page.grid(byStrategy(totals))
    if let shift, let equal = shift.equal {
      page.list([
        "Every strategy is \(shift.words) than in the baseline, with \(equal): that is the machine, not the code."
      ])
      return
    }
    let moved = totals.filter { $0.figure == .mean && Self.isBeyondSpread($0) }
      .sorted { ($0.ratio ?? 1) > ($1.ratio ?? 1) }
    let slower = moved.filter { ($0.ratio ?? 1) > 1 }.prefix(Self.movers)
    let faster = moved.filter { ($0.ratio ?? 1) < 1 }.suffix(Self.movers)
    let cells = totals.count { $0.figure == .mean }
    page.list([
      "\(moved.count) of \(Words.count(cells, "cell")) moved in the mean by more than the rounds differ"
        + (moved.isEmpty ? "." : "; those that moved most:")
    ])
    page.grid(Self.moverGrid(Array(slower) + faster))
  }

  /// A page folds what stands below, so the heading says what to think of it.
  private func timesHeading(_ shift: MachineState.Shift?) -> String {
    guard hosts.difference == nil else {
      return "Times (advisory, and of other machines: they say little)"
    }
    guard let shift, let equal = shift.equal else {
      return "Times (advisory: times gate only in a paired comparison)"
    }
    return "Times (advisory: all \(shift.words) with \(equal), which is the machine)"
  }

  private func byStrategy(_ totals: [ComparisonEntry]) -> Grid {
    let anyWrong = totals.contains { $0.text == .wrong }
    var grid = Grid(
      [
        .init("strategy"), .init("cells", number: true), .init("mean", number: true),
        .init("least", number: true), .init("most", number: true), .init("p99", number: true),
      ] + (anyWrong ? [.init("wrong texts", number: true)] : []))
    for (strategy, entries) in Dictionary(grouping: totals, by: \.cell.strategy)
      .sorted(by: { $0.key < $1.key })
    {
      let means = entries.filter { $0.figure == .mean }
      let ratios = means.compactMap(\.ratio)
      let p99 = entries.filter { $0.figure == .p99 }.compactMap(\.ratio)
      grid.rows.append(
        [
          strategy, String(ratios.count), Units.ratio(geometricMean(ratios)),
          Units.ratio(ratios.min()),
          Units.ratio(ratios.max()), Units.ratio(geometricMean(p99)),
        ] + (anyWrong ? [String(means.count { $0.text == .wrong })] : []))
    }
    return grid
  }

  private static func moverGrid(_ entries: [ComparisonEntry]) -> Grid {
    var grid = Grid([
      .init("cell"), .init("baseline", number: true), .init("candidate", number: true),
      .init("ratio", number: true), .init("over rounds", number: true),
    ])
    grid.rows = entries.map { entry in
      let spread = entry.spread.map {
        "\(Units.ratio($0.lowerBound)) to \(Units.ratio($0.upperBound))"
      }
      return [
        entry.markedCell, Units.time(entry.before), Units.time(entry.after),
        Units.ratio(entry.ratio), spread ?? Units.missing,
      ]
    }
    return grid
  }
}
