import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// What the script of a page needs of the table, as compact JSON: numbers to sort by, and the phases that are not shown.
struct TableData: Encodable {
  struct Column: Encodable {
    var title: String
    var kind: FigureColumn.Kind
  }

  struct Phase: Encodable {
    var name: String
    /// By column and row; null where it was not measured.
    var figures: [[Double?]]
    var changes: [Change]
  }

  /// Row, column, text and tone, as an array.
  struct Change: Encodable {
    var row: Int
    var column: Int
    var change: TableFigures.Change

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(row)
      try container.encode(column)
      try container.encode(change.text)
      try container.encode(change.tone.rawValue)
    }
  }

  /// The names of the columns before the figures.
  var keys: [String]
  /// The texts of those columns, row by row.
  var cells: [[String]]
  var columns: [Column]
  var phases: [Phase]
  /// The rows whose keystrokes were timed several at once.
  var batched: [Int]
  /// The rows whose text is wrong.
  var wrong: [Int]
  /// The verdicts' places among each other, the worst first; absent where nothing is compared.
  var ranks: [Int]?
  /// The rows whose verdict is a change.
  var changed: [Int]?

  init(_ rows: TableRows) {
    let entries = rows.report.table.entries
    keys = rows.keys
    cells = entries.map(rows.names)
    columns = rows.figures.columns.map { Column(title: $0.pageTitle ?? "", kind: $0.kind) }
    phases = rows.figures.phases.map { phase in
      let changes = (rows.figures.changes[phase] ?? [:]).flatMap { column, rows in
        rows.map { Change(row: $0, column: column, change: $1) }
      }
      return Phase(
        name: phase.rawValue, figures: rows.figures.values[phase] ?? [],
        changes: changes.sorted { ($0.row, $0.column) < ($1.row, $1.column) })
    }
    batched = entries.indices.filter { entries[$0].batch > 1 }
    wrong = entries.indices.filter { entries[$0].text == .wrong }
    ranks = rows.outcomes?.map { $0?.rank ?? Finding.allCases.count * 2 }
    changed = rows.outcomes.map { outcomes in
      outcomes.indices.filter { outcomes[$0]?.isChanged ?? false }
    }
  }
}
