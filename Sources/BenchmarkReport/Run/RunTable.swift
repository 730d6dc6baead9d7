import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// What a run measured, a line a cell, its rounds folded.
public struct RunTable: Sendable {
  /// Where the run comes from.
  public let label: RunLabel
  /// The cells, in order.
  public let entries: [RunTableEntry]
  /// How costs grow with the length, wherever at least three lengths were measured.
  public let growth: [GrowthFit]
  /// What the run has to say about its own figures.
  public let warnings: [String]

  /// The index of the run, which all that a report draws beside the table looks things up in.
  let side: RunIndex

  /// Makes the table of a run, or of the cells that pass a filter.
  public init(_ run: Run, filter: CellFilter = CellFilter()) {
    label = RunLabel(run)
    warnings = run.metadata.warnings
    side = RunIndex(run, filter: filter)
    let side = side
    entries = side.cells.keys.sorted().map { RunTableEntry($0, side) }
    growth = GrowthFit.all(side)
  }

  /// One frame at 120 Hz, in nanoseconds.
  static let frame = 1e9 / 120
}
