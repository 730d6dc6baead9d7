import BenchmarkComparison
import BenchmarkResults
import Foundation
import KeystrokeWorkload
import WorkerProtocol

/// The stored baselines, a line each.
public struct BaselineList: Sendable {
  private let baselines: [Run]

  /// Makes a list of baselines.
  public init(_ baselines: [Run]) { self.baselines = baselines }

  /// The list in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    let table = Table(columns: Self.columns, rows: baselines)
    return switch format {
    case .text: baselines.isEmpty ? "no baselines\n" : table.grid.rendered(markdown: false)
    case .markdown: baselines.isEmpty ? "No baselines.\n" : table.grid.rendered(markdown: true)
    case .json: try Document.json(table.json)
    case .csv: table.csv()
    }
  }

  private static var columns: [Column<Run>] {
    [
      Column(named: "name", people: true) { .text($0.name) },
      Column("run", csv: "run", json: "savedFrom") { .text(RunLabel($0).id) },
      Column(named: "commit", people: true) { .text(RunLabel($0).commit) },
      Column(named: "start", people: true) { .text($0.metadata.start.formatted(.iso8601)) },
      Column("swift", csv: "swift", json: "swiftVersion") { .text($0.metadata.swiftVersion) },
      Column(named: "configuration", people: true) { .text($0.metadata.configuration.rawValue) },
      Column("cells", number: true, csv: "cells", json: "cells") {
        .integer($0.rows.cells.count)
      },
      Column("rows", number: true, csv: "rows", json: "rows") { .integer($0.rows.count) },
    ]
  }
}
