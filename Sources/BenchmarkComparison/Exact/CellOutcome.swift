import BenchmarkModel
import BenchmarkResults

/// What a comparison found out about one cell.
package struct CellOutcome {
  /// The cell, in its suite.
  package let subject: SeriesKey.Subject
  /// All that was compared of the cell, by finding.
  package let entries: [ComparisonEntry]

  /// Those that fail the gate.
  package var failures: [ComparisonEntry] { entries.filter(\.fails) }

  /// The finding that matters most: one that fails, or else the first but what is unchanged or only shown.
  package var main: ComparisonEntry? {
    entries.first(where: \.fails) ?? entries.first(where: Self.tells) ?? entries.first
  }

  /// Those that leave open whether the cell got worse: what differs between rounds, and what could not be compared.
  package var undecided: [ComparisonEntry] {
    entries.filter { entry in
      switch entry.finding {
      case .new: true
      case .inconclusive, .otherText, .workload, .vanished, .uncovered: !entry.fails
      // A change that does not gate, since toolchains differ.
      case .regressed, .overBudget: !entry.fails
      case .textBroke, .textChanged, .acknowledged, .improved, .tolerated, .textFixed, .unchanged,
        .advisory:
        false
      }
    }
  }

  /// Where the verdict stands among others, the worst first.
  package var rank: Int {
    guard let main, let place = Finding.allCases.firstIndex(of: main.finding) else { return 0 }
    return main.fails ? place : place + Finding.allCases.count
  }

  private static func tells(_ entry: ComparisonEntry) -> Bool {
    entry.finding != .unchanged && entry.finding != .advisory
  }
}

extension Comparison {
  /// What was found out cell by cell, in order; vanished cells are among them.
  package var outcomes: [CellOutcome] {
    var groups: [SeriesKey.Subject: [ComparisonEntry]] = [:]
    for entry in entries { groups[entry.subject, default: []].append(entry) }
    return groups.sorted { $0.key < $1.key }.map(CellOutcome.init)
  }
}
