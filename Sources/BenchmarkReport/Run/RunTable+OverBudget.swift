import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension RunTable {
  /// The parts of a document about keystrokes over budget: a section if any strategy had some, otherwise sentences.
  var overBudgetParts: [Document.Block] {
    let section = overBudget
    if case .table = section.blocks.first { return [.section(section)] }
    return section.blocks
  }

  /// The strategies that had keystrokes over budget, and the number of cells for which that is unknown.
  var overBudget: Document.Section {
    let timed = entries.filter { $0.costs[.time] != nil }
    let known = timed.filter { $0.overBudget != nil && $0.firstOverBudget != nil }
    let batched = timed.count { $0.batch > 1 }
    let older = timed.count - known.count - batched
    var blocks: [Document.Block] = []
    var lines: [String] = []
    if known.contains(where: { $0.overBudget?.any == true || $0.firstOverBudget?.any == true }) {
      blocks.append(.table(overBudgetGrid(known)))
      lines.append(
        "Shares of keystrokes that took longer; 8.33 and 16.67 ms are a frame at 120 and at 60 Hz. first: of a fresh field."
      )
      lines.append("A neighbour on a shared machine makes keystrokes slow, too.")
    } else if !known.isEmpty {
      lines.append(
        known.count == timed.count
          ? "no keystroke took longer than 1 ms."
          : "no keystroke took longer than 1 ms in \(Words.count(known, "cell")).")
    }
    if batched > 0 {
      lines.append(
        "keystrokes over budget: not measured in \(Words.count(batched, "cell")) timed several keystrokes at once."
      )
    }
    if older > 0 {
      lines.append(
        "keystrokes over budget: not measured in \(Words.count(older, "cell")) whose run does not hold them."
      )
    }
    return Document.Section(title: "Keystrokes over budget", blocks: blocks + [.list(lines)])
  }

  private func overBudgetGrid(_ known: [RunTableEntry]) -> Grid {
    var grid = Grid([
      .init("strategy"), .init("value"), .init("phase"), .init("keystrokes", number: true),
      .init("> 1 ms", number: true), .init("> 8.33 ms", number: true),
      .init("> 16.67 ms", number: true),
    ])
    var groups: [(title: [String], entries: [RunTableEntry])] = []
    for entry in known {
      let title = [entry.cell.strategy, entry.cell.value]
      if let place = groups.firstIndex(where: { $0.title == title }) {
        groups[place].entries.append(entry)
      } else {
        groups.append((title, [entry]))
      }
    }
    for (title, entries) in groups {
      for (phase, shares) in [
        (RowPhase.total, entries.compactMap(\.overBudget)),
        (.first, entries.compactMap(\.firstOverBudget)),
      ] where shares.contains(where: \.any) {
        let keystrokes = shares.reduce(0) { $0 + Double($1.keystrokes) }
        let means = Metric.shares.indices.map { place in
          shares.reduce(0) { $0 + $1.shares[place] * Double($1.keystrokes) } / keystrokes
        }
        grid.rows.append(
          title + [phase.rawValue, Units.count(keystrokes)] + means.map { Units.smallShare($0) })
      }
    }
    return grid
  }
}
