import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A run, alone or compared with another, as a document for people or for other tools.
package struct RunReport: Sendable {
  let run: Run
  let table: RunTable
  let against: Run?
  let comparison: Comparison?
  /// The options that a command to make the same report needs.
  let options: [String]
  /// The acceptances of the thresholds, which may be of wrong cells.
  let acceptances: [Acceptance]
  /// The folder of the package in its repository; empty for the repository's own folder.
  let folder: String
  /// The workflow and the job of CI, as in `ci/measure`; empty elsewhere.
  let job: String

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - run: the run in question.
  ///   - filter: which cells are shown.
  ///   - comparison: the run that it is compared with, and what came of that.
  ///   - options: those that a command to make the same report needs.
  ///   - acceptances: those of the thresholds, which may be of wrong cells.
  ///   - folder: the folder of the package in its repository, so that a comment on one package leaves that of another alone.
  ///   - job: the workflow and the job of CI, for the same reason.
  /// - Throws: ``Problem`` if there is nothing to report.
  package init(
    _ run: Run, filter: CellFilter = CellFilter(),
    comparison: (against: Run, result: Comparison)? = nil, options: [String] = [],
    acceptances: [Acceptance] = [], folder: String = "", job: String = ""
  ) throws(Problem) {
    self.acceptances = acceptances
    self.options = options
    self.folder = folder
    self.job = job
    self.run = run
    table = RunTable(run, filter: filter)
    against = comparison?.against
    self.comparison = comparison?.result
    guard !table.entries.isEmpty else {
      throw Problem(
        "nothing to report: \(run.rows.isEmpty ? "\(run.name) has no rows" : "no cell of \(run.name) passes the filter: \(filter.reason(among: run.rows.subjects.map(\.cell)))")"
      )
    }
  }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: what is written.
  ///   - pictures: what the page shows beside the tables; other formats have none.
  ///   - metrics: the names of the metrics that gobench holds; nil for all that were measured.
  /// - Returns: The whole document.
  /// - Throws: ``Problem`` if the format cannot hold anything of this run.
  package func rendered(
    as format: RunReportFormat, pictures: Pictures = .none, metrics: Set<String>? = nil
  ) throws -> String {
    switch format {
    case .html: try HTMLReport(self, pictures: pictures).rendered()
    case .markdown: PullRequestReport(self).rendered()
    case .junit: JUnitReport(self).rendered()
    case .gobench: try GoBenchmarks(self, figures(of: metrics)).rendered()
    }
  }

  /// The figures of whole keystrokes, cell by cell.
  ///
  /// - Throws: ``Problem`` if there are none, or if a metric is unknown.
  private func figures(of metrics: Set<String>?) throws(Problem) -> [CellFigures] {
    let all = CellFigures.all(table.side).filter(\.isMeasured)
    let figures =
      metrics.map { metrics in all.map { $0.only(metrics) }.filter(\.isMeasured) } ?? all
    let measured = Set(all.flatMap(\.metrics)).sorted()
    let known = Set((measured + Metric.allCases).map(\.rawValue))
    if let unknown = metrics?.subtracting(known).min() {
      throw Problem(
        "\(run.name) has no metric \(unknown): it has \(measured.map(\.rawValue).joined(separator: ", "))"
      )
    }
    guard !figures.isEmpty else {
      throw Problem(
        "\(run.name) holds nothing that gobench could show: "
          + (all.isEmpty
            ? "no whole keystroke was measured"
            : "it has \(measured.map(\.rawValue).joined(separator: ", "))"))
    }
    return figures
  }
}
