import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The measurements of a run, a line per cell, with folded rounds.
package struct RunTable: Sendable {
  /// The origin of the run.
  package let label: RunLabel
  /// The cells, in order.
  package let entries: [RunTableEntry]
  /// The run's warnings about its own figures.
  package let warnings: [String]

  /// The index of the run, which the other parts of a report use, too.
  let side: RunIndex

  /// Makes the table of a run, or of the cells that pass a filter.
  package init(_ run: Run, filter: CellFilter = CellFilter()) {
    label = RunLabel(run)
    warnings = run.metadata.warnings
    side = RunIndex(run, filter: filter)
    let side = side
    entries = side.cells.keys.sorted().map { RunTableEntry($0, side) }
  }

  /// The columns of figures: those of every run, then the metrics of the strategies' own.
  var figureColumns: [FigureColumn] {
    FigureColumn.all + Set(entries.flatMap(\.ownMetrics)).sorted().map(FigureColumn.own)
  }

  /// One frame at 120 Hz, in nanoseconds.
  static let frame = 1e9 / 120
}
