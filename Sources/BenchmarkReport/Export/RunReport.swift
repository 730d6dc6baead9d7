import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A run, alone or compared with another, as a document for people or for other tools.
public struct RunReport: Sendable {
  let run: Run
  let table: RunTable
  let against: Run?
  let comparison: Comparison?

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - run: the run in question.
  ///   - filter: the cells to show.
  ///   - comparison: the run that it is compared with, and the result.
  /// - Throws: ``RunReportError`` if there is nothing to report.
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
  ///   - format: the format.
  ///   - pictures: the pictures for the page; other formats have none.
  /// - Returns: The whole document.
  /// - Throws: ``RunReportError`` if the format cannot hold anything of this run.
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

  /// The figures of whole keystrokes, cell by cell.
  ///
  /// - Throws: ``RunReportError`` if no cell has the figures that the format needs.
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

/// The reason why a run cannot be reported.
public struct RunReportError: Error, Equatable, CustomStringConvertible {
  /// The problem, and what to do, on one line.
  public let description: String

  init(_ description: String) { self.description = description }
}
