import BenchmarkResults
import KeystrokeWorkload

/// What a comparison found out about one cell.
struct CellOutcome {
  let suite: String
  let cell: Cell
  /// All that was compared of the cell, by finding.
  let entries: [ComparisonEntry]

  /// Those that fail the gate.
  var failures: [ComparisonEntry] { entries.filter(\.fails) }

  /// The finding that matters most: one that fails, or else the first but what is unchanged or only shown.
  var main: ComparisonEntry? {
    entries.first(where: \.fails) ?? entries.first(where: Self.tells) ?? entries.first
  }

  /// Those that leave open whether the cell got worse: what differs between rounds, and what could not be compared.
  var undecided: [ComparisonEntry] {
    entries.filter { entry in
      switch entry.finding {
      case .new: true
      case .inconclusive, .otherText, .workload, .vanished, .uncovered: !entry.fails
      // A change that does not gate, since toolchains differ.
      case .regressed, .growth, .overBudget: !entry.fails
      case .textBroke, .textChanged, .acknowledged, .improved, .allowed, .textFixed, .unchanged,
        .advisory:
        false
      }
    }
  }

  /// The verdict in a word or two.
  var title: String {
    guard let main else { return Units.missing }
    switch main.finding {
    case .advisory: return entries.contains { $0.finding == .unchanged } ? "unchanged" : "advisory"
    case .regressed where !main.fails, .growth where !main.fails:
      return "\(main.finding.rawValue) (advisory)"
    default: return main.finding.rawValue
    }
  }

  /// Where the verdict stands among others, the worst first.
  var rank: Int {
    guard let main, let place = Finding.allCases.firstIndex(of: main.finding) else { return 0 }
    return main.fails ? place : place + Finding.allCases.count
  }

  private static func tells(_ entry: ComparisonEntry) -> Bool {
    entry.finding != .unchanged && entry.finding != .advisory
  }
}

extension Comparison {
  /// What was found out cell by cell, in order; vanished cells are among them.
  var outcomes: [CellOutcome] {
    var groups: [SuiteCell: [ComparisonEntry]] = [:]
    for entry in entries { groups[entry.subject, default: []].append(entry) }
    return groups.sorted { $0.key < $1.key }.map { subject, entries in
      CellOutcome(suite: subject.suite, cell: subject.cell, entries: entries)
    }
  }
}

extension ComparisonEntry {
  /// The change in a sentence: `total allocations mean 5 -> 6 (+20.0 %)`.
  var sentence: String {
    var words = [phase?.rawValue, metric?.rawValue].compactMap(\.self)
    if let metric, let figure, before != nil || after != nil {
      words.append(
        "\(figure.name) \(Units.figure(before, metric)) -> \(Units.figure(after, metric)) (\(Units.change(from: before, to: after)))"
      )
    }
    let text = words.joined(separator: " ")
    let all = [text.isEmpty ? nil : text, note].compactMap(\.self).joined(separator: "; ")
    return all.isEmpty ? finding.rawValue : "\(finding.rawValue): \(all)"
  }
}
