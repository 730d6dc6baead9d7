import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

extension History {
  /// The history in a format.
  package func rendered(as format: ReportFormat) throws -> String {
    var text = ""
    if format == .csv { writeCSV { text += $0 } }
    return try format.written(document, json: object, csv: text)
  }

  /// A figure of a run.
  private struct Point {
    var place: Int
    var line: Line
    var value: Double
  }

  /// Writes one line for each run and figure, runs in the order of time; `measured` is the figure, since `value` is the kind
  /// of value of a cell.
  ///
  /// Each run is written by itself, since all of them may be larger than memory.
  package func writeCSV(_ write: (String) throws -> Void) rethrows {
    for place in runs.indices {
      let points = lines.compactMap { line in
        value(of: line, in: place).map { Point(place: place, line: line, value: $0) }
      }
      try write(Table(columns: csvColumns, rows: points).csv(hasHeader: place == 0))
    }
  }

  private var csvColumns: [TableColumn<Point>] {
    func run(_ point: Point) -> RunLabel { runs[point.place].label }
    return [
      TableColumn(named: "order") { .integer($0.place + 1) },
      TableColumn(named: "commit") { .text(run($0).commit) },
      TableColumn(named: "start") { .text(run($0).start.formatted(.iso8601)) },
      TableColumn(named: "run") { .text(run($0).id) },
    ] + Self.columns(\.line.series) + [
      TableColumn(named: "unit") { .text($0.line.series.metric.unit) },
      TableColumn(named: "text") { point in
        runs[point.place].texts[point.line.series.subject].map { .text($0.rawValue) }
      },
      TableColumn(named: "figure") { .text($0.line.figure.name) },
      TableColumn(named: "measured") { .number($0.value) },
      TableColumn(named: "host") { $0.line.host.map { .text($0) } },
    ]
  }

  private static func columns<Row>(_ series: @escaping (Row) -> SeriesKey) -> [TableColumn<Row>] {
    TableColumn.cell { series($0).subject } + TableColumn.measure { series($0).measure }
  }

  private struct JSONDocument: Encodable {
    var order: String
    var runs: [RunLabel]
    var changes: [Table<Change>.JSONRow]
    var textChanges: [Table<TextChange>.JSONRow]
    var series: [Table<Line>.JSONRow]
  }

  /// The history as JSON.
  ///
  /// Runs are named by their indices in the list of runs, from 0.
  private var object: JSONDocument {
    JSONDocument(
      order: order.words, runs: runs.map(\.label),
      changes: Table(
        columns: Self.columns(\.series) + [
          TableColumn(named: "figure") { .text($0.figure.name) },
          TableColumn(named: "from") { .integer($0.from) },
          TableColumn(named: "to") { .integer($0.to) },
          TableColumn(named: "before") { $0.before.map { .number($0) } },
          TableColumn(named: "after") { $0.after.map { .number($0) } },
          TableColumn(named: "also") { .tree(changes(of: runs[$0.to], since: runs[$0.from])) },
        ], rows: changes
      ).json,
      textChanges: Table(
        columns: TableColumn.cell(\.subject) + [
          TableColumn(named: "from") { .integer($0.from) },
          TableColumn(named: "to") { .integer($0.to) },
          TableColumn(named: "text") { .text($0.after.rawValue) },
        ], rows: textChanges
      ).json,
      series: Table(
        columns: Self.columns(\.series) + [
          TableColumn(named: "unit") { .text($0.series.metric.unit) },
          TableColumn(named: "figure") { .text($0.figure.name) },
          TableColumn(named: "host") { $0.host.map { .text($0) } },
          TableColumn(named: "values") { .tree(values(of: $0)) },
        ], rows: lines
      ).json)
  }
}
