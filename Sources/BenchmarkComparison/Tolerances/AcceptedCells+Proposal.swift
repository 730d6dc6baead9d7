import BenchmarkModel
import BenchmarkResults

extension AcceptedCells {
  /// The entries, as TOML, that would accept wrong cells and nothing more; each lacks its reason, and reading it fails
  /// until somebody has given one.
  package static func proposals(for wrong: [CellMismatch]) -> String {
    struct Group: Hashable {
      var cell: [String]
      var counts: WrongCounts
    }
    var groups: [(group: Group, cells: [String])] = []
    for text in wrong {
      guard let cell = Cell(id: text.cell), let counts = text.counts, counts.keystrokes > 0
      else { continue }
      // Only what is said of them must be the same.
      var alike = WrongCounts()
      alike.keystrokes = counts.keystrokes
      alike.text = min(counts.text, 1)
      alike.value = min(counts.value, 1)
      alike.caret = min(counts.caret, 1)
      let group = Group(cell: [cell.strategy, cell.value, cell.script], counts: alike)
      if let place = groups.firstIndex(where: { $0.group == group }) {
        groups[place].cells.append(cell.id)
      } else {
        groups.append((group, [cell.id]))
      }
    }
    guard !groups.isEmpty else { return "# No wrong cell is left to be accepted.\n" }
    let entries = groups.map { group, cells in
      let list = cells.map { "  \(Proposal.quoted(Proposal.literal($0)))," }
      let what = Fault.allCases.filter { group.counts[$0] > 0 }.map { "\"\($0.rawValue)\"" }
      return
        (["", "[[accepted]]", "cells = ["] + list + [
          "]", "what = [\(what.joined(separator: ", "))]",
          "keystrokes = \(group.counts.keystrokes)",
          "reason = \"\"  # why it is accepted; without a reason the file is refused",
        ]).map { $0 + "\n" }.joined()
    }
    return
      "# The wrong cells, for review. Each entry needs a reason before it is read.\n"
      + "\(ThresholdReader.header)  # once, on top of the file\n" + entries.joined()
  }
}
