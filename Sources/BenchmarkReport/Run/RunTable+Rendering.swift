import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension RunTable {
  /// The table in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    let cells = Table(columns: columns, rows: entries)
    return try format.written(
      document,
      json: JSONDocument(run: label, warnings: warnings, cells: cells.json),
      csv: cells.csv())
  }

  private struct JSONDocument: Encodable {
    var run: RunLabel
    var warnings: [String]
    var cells: [Table<RunTableEntry>.JSONRow]
  }

  /// The columns for programs.
  private var columns: [TableColumn<RunTableEntry>] {
    TableColumn.cell(\.subject) + figureColumns.flatMap(\.columns) + [
      TableColumn(named: "batch") { .integer($0.batch) },
      TableColumn(named: "text") { $0.text.map { .text($0.rawValue) } },
      TableColumn(csv: "expected_text") { $0.wrongText.map { .text($0.expectedText) } },
      TableColumn(csv: "actual_text") { $0.wrongText.map { .text($0.text) } },
      TableColumn(json: "wrongText") { $0.wrongText.map { .tree($0) } },
      TableColumn(json: "varying") { .tree($0.varying.sorted().map(\.rawValue)) },
      TableColumn(json: "overBudget") { $0.overBudget.map { .tree($0.byName) } },
      TableColumn(json: "firstOverBudget") { $0.firstOverBudget.map { .tree($0.byName) } },
    ]
      + Metric.shares.map { metric in
        TableColumn(csv: metric.rawValue) { $0.overBudget?.share(metric).map { .number($0) } }
      }
  }
}

extension KeystrokesOverBudget {
  /// The shares by the names of their metrics.
  fileprivate var byName: [String: Double] {
    Dictionary(uniqueKeysWithValues: zip(Metric.shares.map(\.rawValue), shares))
  }
}
