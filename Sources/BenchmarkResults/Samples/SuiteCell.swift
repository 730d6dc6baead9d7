import BenchmarkModel

/// A cell as measured by one suite.
///
/// Its names are kept once, however many rows and entries speak of it: copying one copies a reference.
package struct SuiteCell: Sendable {
  private final class Names: Sendable {
    let suite: String
    let cell: Cell

    init(suite: String, cell: Cell) {
      self.suite = suite
      self.cell = cell
    }
  }

  private let names: Names

  /// A cell of a suite.
  package init(suite: String, cell: Cell) { names = Names(suite: suite, cell: cell) }

  /// The cell that a row is about.
  package init(_ series: Series) { self.init(suite: series.suite, cell: series.cell) }

  /// The name of the suite.
  package var suite: String { names.suite }
  /// The cell.
  package var cell: Cell { names.cell }
}

extension SuiteCell: Hashable {
  /// Whether the names are equal.
  package static func == (a: SuiteCell, b: SuiteCell) -> Bool {
    a.names === b.names || (a.suite == b.suite && a.cell == b.cell)
  }

  /// Hashes the names.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(suite)
    hasher.combine(cell)
  }
}

extension SuiteCell: Comparable {
  /// The order of tables and files: by suite, then by cell.
  package static func < (a: SuiteCell, b: SuiteCell) -> Bool {
    a.suite != b.suite ? a.suite < b.suite : a.cell < b.cell
  }
}
