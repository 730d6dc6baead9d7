import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

extension Comparison {
  /// The comparison in a format.
  package func rendered(as format: ReportFormat) throws -> String {
    try format.written(
      format == .markdown ? comment : document, json: object,
      csv: Table(columns: Self.columns(), rows: entries).csv())
  }

  /// The columns of entries, for programs and for people; people see notes only if `notes` is true.
  static func columns(notes: Bool = true) -> [TableColumn<ComparisonEntry>] {
    func figure(
      _ title: String, _ value: @escaping (ComparisonEntry) -> Double?
    ) -> TableColumn<ComparisonEntry> {
      TableColumn(
        title, number: true, csv: title, json: title,
        text: { Units.figure(value($0), $0.metric ?? .time) },
        value: { value($0).map { .number($0) } })
    }
    return [TableColumn("cell") { .text($0.markedCell) }] + TableColumn.cell(\.subject)
      + TableColumn.measure(\.measure) + [
        TableColumn(named: "unit") { $0.metric.map { .text($0.unit) } },
        TableColumn(named: "text") { $0.text.map { .text($0.rawValue) } },
        TableColumn(named: "finding") { .text($0.finding.rawValue) },
        TableColumn(named: "fails") { .flag($0.fails) },
        TableColumn(named: "figure", people: true) { $0.figure.map { .text($0.name) } },
        figure("baseline", \.before), figure("candidate", \.after),
        TableColumn(
          "change", number: true, text: { Units.change(from: $0.before, to: $0.after) },
          value: { _ in nil }),
        TableColumn(named: "ratio") { $0.ratio.map { .number($0) } },
        TableColumn(csv: "ratio_low", json: "ratioLow") {
          $0.spread.map { .number($0.lowerBound) }
        },
        TableColumn(csv: "ratio_high", json: "ratioHigh") {
          $0.spread.map { .number($0.upperBound) }
        },
        TableColumn(notes ? "note" : nil, csv: "note", json: "note") { $0.note.map { .text($0) } },
        TableColumn(json: "sites") { $0.sites.isEmpty ? nil : .tree($0.sites) },
      ]
  }

  private struct JSONDocument: Encodable {
    var verdict: String
    var reasons: [[String: String]]
    var headline: String
    var notes: [String]
    var baseline: RunLabel
    var candidate: RunLabel
    var commonCells: Int
    var compared: [ComparisonScope.Line]
    var census: [JSONCensusLine]
    var bounds: [JSONBound]?
    var roundCorrelation: Double?
    var entries: [Table<ComparisonEntry>.JSONRow]
  }

  /// The slowdown of a strategy that a paired comparison excludes.
  private struct JSONBound: Encodable {
    var strategy: String
    /// Nil if it is not known.
    var share: Double?
    var rounds: Int
    var isUneven: Bool

    init(_ bound: PairedTest.Bound) {
      strategy = bound.strategy
      share = bound.share.isFinite ? bound.share : nil
      rounds = bound.rounds
      isUneven = bound.isUneven
    }
  }

  private struct JSONCensusLine: Encodable {
    var suite: String
    var strategy: String?
    var phase: RowPhase
    var metric: Metric
    var direction: String
    var fails: Bool
    var changed: Int
    var compared: Int
    var leastRatio: Double?
    var mostRatio: Double?
    var largestIn: String?
    var text: String

    init(_ line: CensusLine) {
      suite = line.suite
      strategy = line.group.strategy
      phase = line.phase
      metric = line.metric
      direction = line.direction.rawValue
      fails = line.fails
      changed = line.changes.count
      compared = line.compared
      leastRatio = line.changes.first?.ratio
      mostRatio = line.largest?.ratio
      largestIn = line.largest?.cell.id
      text = line.sentence
    }
  }

  private var object: JSONDocument {
    JSONDocument(
      verdict: verdict.code, reasons: reasons.map(\.object), headline: headline,
      notes: notes.map(\.words), baseline: baseline,
      candidate: candidate, commonCells: commonCells, compared: scope.lines,
      census: census.map(JSONCensusLine.init),
      bounds: pairedTest?.bounds.sorted { ($0.strategy, $0.rounds) < ($1.strategy, $1.rounds) }
        .map(JSONBound.init),
      roundCorrelation: pairedTest?.correlation.value,
      entries: Table(columns: Self.columns(), rows: entries).json)
  }
}
