import BenchmarkModel
import Foundation

/// The time that a round of a paired comparison takes, as measured before the first one.
package struct RoundCost: Sendable {
  /// The seconds for the links and the start of a pair of processes.
  package var start: Double
  /// The seconds for each cell, on both sides together.
  package var cell: Double
  /// The number of rounds that are measured side by side.
  package var jobs = 1

  /// The rounds that a change of a few percent takes: twice as many as the first look.
  package static let decisive = 24

  /// Makes a cost of its parts.
  package init(start: Double, cell: Double, jobs: Int = 1) {
    (self.start, self.cell, self.jobs) = (start, cell, jobs)
  }

  /// The seconds that a round of this many cells takes.
  package func seconds(cells: Int) -> Double { (start + cell * Double(cells)) / Double(jobs) }

  /// Returns the number of cells for which a budget in seconds allows enough rounds to decide.
  package func cells(in budget: Double) -> Int {
    let left = budget * Double(jobs) / Double(Self.decisive) - start
    return max(1, Int(min(left / max(cell, 1e-6), 1e6)))
  }

  /// Returns sentences that say how many cells a budget can decide, and what would decide the rest.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - budget: the budget in seconds.
  ///   - filter: the filter that chose the cells.
  /// - Returns: the sentences, each of which fits a line.
  package func sentences(_ cells: [Cell], budget: Double, filter: CellFilter) -> [String] {
    let room = self.cells(in: budget)
    let round = seconds(cells: cells.count)
    let all =
      "a round of \(cells.count) cells takes \(Self.number(round)) s, so \(Self.number(budget)) s hold \(Int(budget / round)) rounds; to find a change of a few percent takes some \(Self.decisive), for which there is time for \(Words.count(room, "cell"))"
    guard cells.count > room else { return [all] }
    let narrowed = filter.narrowed(to: room, of: cells)
    let fewer = narrowed.map {
      ", or for \($0.cells) of them \(ShellText.line($0.filter.options.split(separator: " ").map(String.init)))"
    }
    return [
      all,
      "to decide all, give --budget \(Self.budget(round * Double(Self.decisive)))\(fewer ?? "")",
    ]
  }

  private static func number(_ seconds: Double) -> String {
    String(format: seconds < 9.95 ? "%.1f" : "%.0f", seconds)
  }

  /// A budget as it is typed, rounded up: `90s` or `4m`.
  package static func budget(_ seconds: Double) -> String {
    seconds >= 120
      ? "\(Int((seconds / 60).rounded(.up)))m" : "\(Int((seconds / 10).rounded(.up)) * 10)s"
  }
}
