import BenchmarkConductor
import KeystrokeWorkload

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
