import BenchmarkConductor
import BenchmarkModel

/// Whether a cell is one of the suite.
enum KnownCell {
  /// Does nothing for a cell that the suite has.
  ///
  /// - Throws: ``CommandError`` that names the nearest for any other.
  static func check(_ cell: Cell, plan: RunPlan) async throws {
    let progress = TerminalProgress()
    var reason = "the suite has no cell \(cell.id)"
    do {
      if try await Conductor(plan, progress: progress).cells().contains(cell) { return }
    } catch let error as RunError {
      // A part that is named in full and unknown is an error already, which says what there is.
      reason = "\(reason): \(error)"
    }
    var everything = plan
    everything.filter = CellFilter()
    let cells = try await Conductor(everything, progress: progress).cells()
    throw CommandError(
      problem: reason,
      hint: NearestCells.hint(for: cell, among: cells)
        ?? "`keystroke-bench list` shows what there is")
  }
}

extension CellFilter {
  /// The filter that means one cell.
  init(naming cell: Cell) {
    self.init(
      strategy: [cell.strategy], value: [cell.value], locale: [cell.locale],
      length: [String(cell.length)], script: [cell.script])
  }
}

/// Finds the cells whose names are most like one that is not there.
enum NearestCells {
  /// A hint that names them; nil where there are none.
  static func hint(for cell: Cell, among cells: some Sequence<Cell>) -> String? {
    let nearest = Set(cells).map { (distance(cell, $0), $0) }
      .sorted { ($0.0.parts, $0.0.letters, $0.1) < ($1.0.parts, $1.0.letters, $1.1) }
      .prefix(3).map(\.1.id)
    return nearest.isEmpty ? nil : "did you mean \(nearest.joined(separator: " or "))?"
  }

  /// How many of the five parts differ, and by how many letters in all.
  private static func distance(_ a: Cell, _ b: Cell) -> (parts: Int, letters: Int) {
    let pairs = zip(a.parts, b.parts).filter { $0 != $1 }
    return (pairs.count, pairs.reduce(0) { $0 + Suggestion.letters($1.0, $1.1) })
  }
}
