import BenchmarkComparison
import BenchmarkResults
import Foundation
import KeystrokeWorkload
import WorkerProtocol

extension History {
  /// The history in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    switch format {
    case .text: prose(markdown: false)
    case .markdown: prose(markdown: true)
    case .json: try Document.json(document)
    case .csv: csv
    }
  }

  /// A figure of a run.
  private struct Point {
    var place: Int
    var line: Line
    var value: Double
  }

  /// One line for each run and figure, runs in the order of time; `measured` is the figure, since `value` is the kind of
  /// value of a cell.
  private var csv: String {
    func run(_ point: Point) -> RunLabel { runs[point.place].label }
    let points = runs.indices.flatMap { place in
      lines.compactMap { line in
        line.values[place].map { Point(place: place, line: line, value: $0) }
      }
    }
    return Table(
      columns: [
        Column(named: "order") { .integer($0.place + 1) },
        Column(named: "commit") { .text(run($0).commit) },
        Column(named: "start") { .text(run($0).start.formatted(.iso8601)) },
        Column(named: "run") { .text(run($0).id) },
      ] + Self.columns(\.line.key.series) + [
        Column(named: "unit") { .text($0.line.key.series.metric.unit) },
        Column(named: "text") { point in
          runs[point.place].texts[SuiteCell(point.line.key.series)].map { .text($0.rawValue) }
        },
        Column(named: "figure") { .text($0.line.figure.name) },
        Column(named: "measured") { .number($0.value) },
        Column(named: "host") { $0.line.key.host.map { .text($0) } },
      ], rows: points
    ).csv()
  }

  private static func columns<Row>(_ series: @escaping (Row) -> Series) -> [Column<Row>] {
    Column.cell { (series($0).suite, series($0).cell) }
      + Column.code { (series($0).phase, series($0).metric, series($0).instrument) }
  }

  private struct JSONDocument: Encodable {
    var order: String
    var runs: [RunLabel]
    var changes: [Table<Change>.JSONRow]
    var textChanges: [Table<TextChange>.JSONRow]
    var series: [Table<Line>.JSONRow]
  }

  /// Runs are named by their places in the list of runs, from 0.
  private var document: JSONDocument {
    JSONDocument(
      order: order.words, runs: runs.map(\.label),
      changes: Table(
        columns: Self.columns(\.series) + [
          Column(named: "figure") { .text($0.figure.name) },
          Column(named: "from") { .integer($0.from) },
          Column(named: "to") { .integer($0.to) },
          Column(named: "before") { $0.before.map { .number($0) } },
          Column(named: "after") { $0.after.map { .number($0) } },
          Column(named: "also") { .tree(changes(of: runs[$0.to], since: runs[$0.from])) },
        ], rows: changes
      ).json,
      textChanges: Table(
        columns: Column.cell { ($0.cell.suite, $0.cell.cell) } + [
          Column(named: "from") { .integer($0.from) }, Column(named: "to") { .integer($0.to) },
          Column(named: "text") { .text($0.after.rawValue) },
        ], rows: textChanges
      ).json,
      series: Table(
        columns: Self.columns(\.key.series) + [
          Column(named: "unit") { .text($0.key.series.metric.unit) },
          Column(named: "figure") { .text($0.figure.name) },
          Column(named: "host") { $0.key.host.map { .text($0) } },
          Column(named: "values") { .tree($0.values) },
        ], rows: lines
      ).json)
  }
}
