import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Glibc

extension Comparison {
  /// The times of a paired comparison in short: by strategy and phase, and what could not be decided.
  package func paired(_ page: inout Page) {
    guard let pairedTest else { return }
    let rounds = pairedTest.verdicts.values.map(\.rounds).max() ?? 0
    page.heading("Times, paired over \(Words.count(rounds, "pair")) of processes")
    page.list([
      "Candidate over baseline with its interval; all \(pairedTest.verdicts.count) intervals hold at once, with a probability of \(Units.percent(1 - PairedTest.level))."
    ])
    var grid = Grid([
      .init("strategy"), .init("phase"), .init("baseline", number: true),
      .init("ratio", number: true), .init("from", number: true), .init("to", number: true),
      .init("mean", number: true), .init("worst fifth", number: true),
      .init("verdict"), .init("cells changed", number: true), .init("unchanged", number: true),
      .init("inconclusive", number: true),
    ])
    let times = entries.filter { $0.metric == .time }
    for (strategy, entries) in Dictionary(grouping: times, by: \.cell.strategy)
      .sorted(by: { $0.key < $1.key })
    {
      for phase in RowPhase.allCases {
        let cells = entries.filter { $0.phase == phase }
        guard !cells.isEmpty else { continue }
        // One cell is no group.
        let scope: TimedSubject.Scope =
          Set(cells.map(\.cell)).count == 1
          ? .cell(cells[0].cell) : .group(CellGroup(.strategy, of: cells[0].cell))
        let verdict = pairedTest.verdicts[TimedSubject(scope: scope, phase: phase)]
        let interval = verdict?.effect.interval
        grid.rows.append([
          strategy, phase.rawValue, Units.time(verdict?.baseline),
          Units.ratio(verdict?.effect.ratio), Units.ratio(interval?.lowerBound),
          Units.ratio(interval?.upperBound), Units.ratio(verdict?.launches.mean.ratio),
          Units.ratio(verdict.map { exp($0.launches.slowest) }),
          verdict?.verdict.rawValue ?? Units.missing,
          String(cells.count(where: \.isChange)),
          String(cells.count { $0.finding == .unchanged }),
          String(cells.count { $0.finding == .inconclusive }),
        ])
      }
    }
    page.grid(grid)
    page.list([
      "The ratio is robust: a round that was disturbed counts for little. Mean and worst fifth are of all rounds as they are, and a time is unchanged only if they are, too."
    ])
    let placed = pairedTest.verdicts.count { subject, verdict in
      subject.cell != nil && verdict.mayBeLayout
    }
    if placed > 0 {
      page.list([
        "\(Words.count(placed, "time")) changed without the instructions: where the linker put the code may be all there is to it, so they are inconclusive."
      ])
    }
  }
}
