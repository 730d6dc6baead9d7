import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The stored baselines, one per line.
package struct BaselineList: Sendable {
  private let baselines: [Run]

  /// Makes a list of baselines.
  package init(_ baselines: [Run]) { self.baselines = baselines }

  /// The list in a format.
  package func rendered(as format: ReportFormat) throws -> String {
    let table = Table(columns: Self.columns, rows: baselines)
    return try format.written(
      Document([baselines.isEmpty ? .paragraph("no baselines") : .table(table.grid)]),
      json: table.json, csv: table.csv())
  }

  private static var columns: [TableColumn<Run>] {
    [
      TableColumn(named: "name", people: true) { .text($0.name) },
      TableColumn("run", csv: "run", json: "savedFrom") { .text(RunLabel($0).id) },
      TableColumn(named: "commit", people: true) { .text(RunLabel($0).commit) },
      TableColumn(named: "start", people: true) { .text($0.metadata.start.formatted(.iso8601)) },
      TableColumn("swift", csv: "swift", json: "swiftVersion") {
        .text($0.metadata.toolchain.swift)
      },
      TableColumn(named: "configuration", people: true) {
        .text($0.metadata.toolchain.configuration.rawValue)
      },
      TableColumn("cells", number: true, csv: "cells", json: "cells") {
        .integer($0.rows.subjects.count)
      },
      TableColumn("rows", number: true, csv: "rows", json: "rows") { .integer($0.rows.count) },
    ]
  }
}
