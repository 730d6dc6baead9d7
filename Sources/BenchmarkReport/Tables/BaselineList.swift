import BenchmarkComparison
import BenchmarkResults
import Foundation
import KeystrokeWorkload
import WorkerProtocol

/// The stored baselines, a line each.
public struct BaselineList: Sendable {
  private struct Entry: Encodable {
    var name: String
    var savedFrom: String
    var commit: String
    var start: Date
    var swiftVersion: String
    var configuration: BuildConfiguration
    var cells: Int
    var rows: Int
  }

  private let entries: [Entry]

  /// Makes a list of baselines.
  public init(_ baselines: [Run]) {
    entries = baselines.map { run in
      let label = RunLabel(run)
      return Entry(
        name: run.name, savedFrom: label.id, commit: label.commit, start: label.start,
        swiftVersion: run.metadata.swiftVersion, configuration: run.metadata.configuration,
        cells: run.rows.cells.count, rows: run.rows.count)
    }
  }

  /// The list in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    switch format {
    case .text: entries.isEmpty ? "no baselines\n" : grid.rendered(markdown: false)
    case .markdown: entries.isEmpty ? "No baselines.\n" : grid.rendered(markdown: true)
    case .json: try Document.json(entries)
    case .csv: csv
    }
  }

  private static let titles = [
    "name", "run", "commit", "start", "swift", "configuration", "cells", "rows",
  ]

  private var lines: [[String]] {
    entries.map {
      [
        $0.name, $0.savedFrom, $0.commit, $0.start.formatted(.iso8601), $0.swiftVersion,
        $0.configuration.rawValue, String($0.cells), String($0.rows),
      ]
    }
  }

  private var grid: Grid {
    Grid(
      Self.titles.map { .init($0, number: $0 == "cells" || $0 == "rows") }, rows: lines)
  }

  private var csv: String {
    var table = CSVText(Self.titles)
    for line in lines { table.append(line) }
    return table.text
  }
}
