import BenchmarkModel
import BenchmarkResults

/// The subject of an entry of a file of thresholds: a metric, in all phases and cells or in some.
package struct SeriesScope: Equatable, Sendable {
  /// The metric.
  package var metric: Metric
  /// The phase, or nil for every one.
  package var phase: RowPhase?
  /// A glob that the id of the cell must match, as in fnmatch(3); nil for every cell.
  package var cells: String?

  /// The position of its entry in the file, such as `thresholds.toml:12`; nil if it comes from no file.
  var place: String?

  /// Makes a scope of its parts.
  package init(_ metric: Metric, _ phase: RowPhase? = nil, cells: String? = nil) {
    self.metric = metric
    self.phase = phase
    self.cells = cells
  }

  /// Returns true if it includes a cell.
  package func covers(_ cell: Cell) -> Bool { cells.map { Glob($0).matches(cell.id) } ?? true }

  /// True if both have the same parts, wherever they are in a file.
  package static func == (a: SeriesScope, b: SeriesScope) -> Bool {
    a.metric == b.metric && a.phase == b.phase && a.cells == b.cells
  }

  /// True if the scope contains a series.
  func covers(_ series: SeriesKey) -> Bool {
    metric.isNamed(like: series.metric)
      && (phase ?? series.phase) == series.phase && covers(series.cell)
  }
}
