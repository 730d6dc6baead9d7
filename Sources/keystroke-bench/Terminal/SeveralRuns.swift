import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

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
    let whole = history.wholeKeystrokes(runs.map(\.name), comparesWithFirst: true)
    return Document(
      worstFirst.map { .list(["\($0.headline) Run: \($0.candidate.name)"], $0.verdict.tone) } + [
        .table(whole.table), .list(whole.legend),
      ])
  }

  private var worstFirst: [Comparison] {
    ["FAIL", "UNDECIDED", "PASS"].flatMap { word in comparisons.filter { $0.verdict.word == word } }
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
