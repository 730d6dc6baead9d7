import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension RunTable {
  /// The table in a format.
  package func rendered(as format: ReportFormat) throws -> String {
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
    ]
  }
}
