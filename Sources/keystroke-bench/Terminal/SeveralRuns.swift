import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import HistoryReport

/// Three runs or more in one table: whole keystrokes by strategy and metric, a column for each run.
struct SeveralRuns {
  /// The runs as they were named; all others are compared with the first.
  private let runs: [Run]
  private let comparisons: [Comparison]
  private let history: History

  /// Compares each run after the first with it.
  init(
    _ runs: [Run], filter: CellFilter, compare: (Run, Run) throws -> Comparison
  ) rethrows {
    let pool = HistoryPool()
    self.runs = runs
    comparisons = try runs.dropFirst().map { try compare(runs[0], $0) }
    history = History(
      runs.map { HistoryRun($0, filter: filter, sharing: pool) }, order: .named)
  }

  /// The verdict on each run after the first.
  var verdicts: [Comparison.Verdict] { comparisons.map(\.verdict) }

  /// The table in a format; CSV and JSON have every cell and phase.
  func rendered(as format: ReportFormat) throws -> String {
    try format.written(
      document, json: object, csv: Table(columns: columns, rows: history.lines).csv())
  }

  private var document: Document {
    let trends = history.trends.filter { $0.measure.phase == .total && $0.isKnown }
    let shown = trends.filter { $0.measure.metric.isTime || $0.moves }
      .sorted {
        ($0.strategy, $0.measure, $0.host ?? "") < ($1.strategy, $1.measure, $1.host ?? "")
      }
    let machines = Set(trends.compactMap(\.host)).count
    var grid = Grid(
      [.init("strategy"), .init("metric"), .init("cells", number: true)]
        + (machines > 1 ? [.init("machine")] : [])
        + runs.enumerated().flatMap { place, run in
          [.init(run.name, number: true)] + (place > 0 ? [.init("change", number: true)] : [])
        })
    grid.rows = shown.map { trend in
      let metric = trend.measure.metric
      let values = trend.values.enumerated().flatMap { place, value in
        [Units.mean(value, metric)]
          + (place > 0 ? [Units.change(from: trend.values[0], to: value)] : [])
      }
      return [trend.strategy, metric.rawValue, String(trend.cells.common)]
        + (machines > 1 ? [trend.host ?? ""] : []) + values
    }
    return Document([
      .list(comparisons.map { "\($0.candidate.name): \($0.headline)" }), .table(grid),
      .list([
        "A row is the mean over the cells that all runs have: of times the p50 of a keystroke, else the mean; changes are to \(runs[0].name).",
        "\(Words.count(trends.count - shown.count, "mean")) of counts that no run changes left out; --format csv has every cell and phase.",
      ]),
    ])
  }

  /// A column for each run beside what the figure is of.
  private var columns: [TableColumn<History.Line>] {
    TableColumn.cell(\.series.subject) + TableColumn.measure(\.series.measure) + [
      TableColumn(named: "unit") { .text($0.series.metric.unit) },
      TableColumn(named: "figure") { .text($0.figure.name) },
      TableColumn(named: "host") { $0.host.map { .text($0) } },
    ]
      + runs.indices.map { place in
        TableColumn(csv: runs[place].name) {
          history.value(of: $0, in: place).map { .number($0) }
        }
      } + [TableColumn(json: "values") { .tree(history.values(of: $0)) }]
  }

  private struct JSONDocument: Encodable {
    struct Verdict: Encodable {
      var run: String
      var verdict: String
      var reasons: [[String: String]]
      var headline: String
    }
    var runs: [RunLabel]
    var verdicts: [Verdict]
    var series: [Table<History.Line>.JSONRow]
  }

  private var object: JSONDocument {
    JSONDocument(
      runs: runs.map(RunLabel.init),
      verdicts: comparisons.map {
        .init(
          run: $0.candidate.name, verdict: $0.verdict.code, reasons: $0.reasons.map(\.object),
          headline: $0.headline)
      }, series: Table(columns: columns, rows: history.lines).json)
  }
}
