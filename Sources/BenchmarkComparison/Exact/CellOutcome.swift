import BenchmarkModel
import BenchmarkResults

/// The result of a comparison for one cell.
package struct CellOutcome {
  /// The cell, in its suite.
  package let subject: SeriesKey.Subject
  /// Everything that was compared of the cell, in the order of findings.
  package let entries: [ComparisonEntry]

  /// The entries that fail the gate.
  package var failures: [ComparisonEntry] { entries.filter(\.fails) }

  /// The most important finding: the first that fails; otherwise the first that is neither unchanged nor advisory.
  package var main: ComparisonEntry? {
    entries.first(where: \.fails) ?? entries.first(where: Self.tells) ?? entries.first
  }

  /// The entries that leave open whether the cell got worse, such as a change that does not gate because the toolchains
  /// differ.
  package var undecided: [ComparisonEntry] {
    let open: Set<Finding> = [.new, .inconclusive, .otherText, .workload, .regressed]
    return entries.filter { !$0.fails && open.contains($0.finding) }
  }

  /// The sort position of the outcome, worst first.
  package var rank: Int {
    guard let main, let place = Finding.allCases.firstIndex(of: main.finding) else { return 0 }
    return main.fails ? place : place + Finding.allCases.count
  }

  private static func tells(_ entry: ComparisonEntry) -> Bool {
    entry.finding != .unchanged && entry.finding != .advisory
  }
}

extension Comparison {
  /// The outcome of each cell, in the order of cells; vanished cells are included.
  package var outcomes: [CellOutcome] {
    var groups: [SeriesKey.Subject: [ComparisonEntry]] = [:]
    for entry in entries { groups[entry.subject, default: []].append(entry) }
    return groups.sorted { $0.key < $1.key }.map(CellOutcome.init)
  }
}
