import BenchmarkResults
import KeystrokeWorkload

/// A cell as measured by one suite.
struct SuiteCell: Hashable, Comparable {
  var suite: String
  var cell: Cell

  init(_ series: Series) {
    suite = series.suite
    cell = series.cell
  }

  static func < (a: SuiteCell, b: SuiteCell) -> Bool {
    a.suite != b.suite ? a.suite < b.suite : a.cell < b.cell
  }
}
