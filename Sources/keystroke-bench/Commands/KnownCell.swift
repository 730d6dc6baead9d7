import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// The check that a cell belongs to the suite.
enum KnownCell {
  /// Checks that the suite has a cell.
  ///
  /// - Throws: ``Problem`` with the nearest cells if it does not.
  static func check(_ cell: Cell, plan: RunPlan) async throws {
    let progress = TerminalProgress()
    var reason = "the suite has no cell \(cell.id)"
    do {
      if try await Conductor(plan, progress: progress).cells().cells.contains(cell) { return }
    } catch let error as Problem {
      // An unknown part that is named in full is an error already, which lists the known ones.
      reason = "\(reason): \(error)"
    }
    var everything = plan
    everything.filter = CellFilter()
    let cells = try await Conductor(everything, progress: progress).cells().cells
    throw Problem(
      reason,
      hint: NearestCells.hint(for: cell, among: cells)
        ?? "`keystroke-bench list` shows what there is")
  }
}

extension CellFilter {
  /// Makes the filter for one cell.
  init(naming cell: Cell) {
    self.init(
      strategy: [cell.strategy], value: [cell.value], locale: [cell.locale],
      length: [String(cell.length)], script: [cell.script])
  }
}

/// Finds the cells whose names are most similar to an unknown one.
enum NearestCells {
  /// A hint that names them; nil if there are none.
  static func hint(for cell: Cell, among cells: some Sequence<Cell>) -> String? {
    let nearest = Set(cells).map { (distance(cell, $0), $0) }
      .sorted { ($0.0.parts, $0.0.letters, $0.1) < ($1.0.parts, $1.0.letters, $1.1) }
      .prefix(3).map(\.1.id)
    return nearest.isEmpty ? nil : "did you mean \(nearest.joined(separator: " or "))?"
  }

  /// The number of the five parts that differ, and of all letters that differ.
  private static func distance(_ a: Cell, _ b: Cell) -> (parts: Int, letters: Int) {
    let pairs = zip(a.parts, b.parts).filter { $0 != $1 }
    return (pairs.count, pairs.reduce(0) { $0 + Suggestion.letters($1.0, $1.1) })
  }
}
