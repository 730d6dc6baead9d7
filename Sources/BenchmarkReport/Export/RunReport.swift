import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A run, alone or compared with another, as a document for people or for other tools.
public struct RunReport: Sendable {
  let run: Run
  let table: RunTable
  let against: Run?
  let comparison: Comparison?

  /// Puts a report together.
  ///
  /// - Parameters:
  ///   - run: the run in question.
  ///   - filter: which cells are shown.
  ///   - comparison: the run that it is compared with, and what came of that.
  /// - Throws: ``RunReportError`` where there is nothing to report.
  public init(
    _ run: Run, filter: CellFilter = CellFilter(),
    comparison: (against: Run, result: Comparison)? = nil
  ) throws(RunReportError) {
    self.run = run
    table = RunTable(run, filter: filter)
    against = comparison?.against
    self.comparison = comparison?.result
    guard !table.entries.isEmpty else {
      throw RunReportError(
        "nothing to report: \(run.rows.isEmpty ? "\(run.name) has no rows" : "no cell of \(run.name) passes the filter")"
      )
    }
  }

  /// The report in a format.
  ///
  /// - Parameters:
  ///   - format: what is written.
  ///   - pictures: what the page shows beside the tables; other formats have none.
  /// - Returns: The whole document.
  /// - Throws: ``RunReportError`` where the format cannot say anything of this run.
  public func rendered(
    as format: RunReportFormat, pictures: Pictures = .none
  ) throws -> String {
    switch format {
    case .html: try HTMLReport(self, pictures: pictures).rendered()
    case .markdown: PullRequestReport(self).rendered()
    case .junit: JUnitReport(self).rendered()
    case .gobench: try GoBenchmarks(self).rendered()
    case .githubActionBenchmark: try JSONText.encoded(GitHubActionBenchmark.all(self))
    case .bencher: try JSONText.encoded(BencherMetric.all(self))
    }
  }

  /// What was measured of whole keystrokes, cell by cell.
  ///
  /// - Throws: ``RunReportError`` where no cell has what the format needs.
  func figures(
    for format: RunReportFormat, where isFit: (CellFigures) -> Bool
  ) throws(RunReportError) -> [CellFigures] {
    let figures = CellFigures.all(table.side).filter(isFit)
    guard !figures.isEmpty else {
      throw RunReportError(
        "\(run.name) holds nothing that \(format.rawValue) could show: no whole keystroke was measured"
      )
    }
    return figures
  }
}

/// Why a run cannot be reported.
public struct RunReportError: Error, Equatable, CustomStringConvertible {
  /// What is wrong and what to do, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
