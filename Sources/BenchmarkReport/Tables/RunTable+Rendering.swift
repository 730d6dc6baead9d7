import BenchmarkComparison
import BenchmarkResults
import BenchmarkStatistics
import KeystrokeWorkload
import WorkerProtocol

extension RunTable {
  /// The table in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    switch format {
    case .text: prose(markdown: false)
    case .markdown: prose(markdown: true)
    case .json:
      try Document.json(
        JSONDocument(
          run: label, warnings: warnings, cells: entries.map(JSONEntry.init),
          growth: growth.isEmpty ? nil : growth.map(JSONGrowth.init)))
    case .csv: csv
    }
  }

  private static let columns = [
    "suite", "strategy", "value", "locale", "length", "script", "mean_ns", "p50_ns", "p99_ns",
    "p999_ns",
    "max_ns", "frame_120hz_percent", "refreshes", "allocations", "bytes", "instructions",
    "retains", "releases", "batch", "text",
    "expected_text", "actual_text", "over_1ms", "over_8ms", "over_17ms",
  ]

  private var csv: String {
    var table = CSVText(Self.columns)
    for entry in entries {
      let figures = [
        entry.time?.mean, entry.time?.p50, entry.time?.p99, entry.time?.p999, entry.time?.max,
        entry.frameShare.map { $0 * 100 }, entry.refreshes, entry.allocations, entry.bytes,
        entry.instructions, entry.retains, entry.releases,
      ]
      table.append(
        [
          entry.suite, entry.cell.strategy, entry.cell.value, entry.cell.locale,
          String(entry.cell.length), entry.cell.script,
        ] + figures.map { $0.flatMap(FigureText.field) } + [
          String(entry.batch), entry.text?.rawValue, entry.wrongText?.expectedText,
          entry.wrongText?.text,
        ] + Metric.shares.map { entry.overBudget?.share($0).flatMap(FigureText.field) })
    }
    return table.text
  }

  private struct JSONDocument: Encodable {
    var run: RunLabel
    var warnings: [String]
    var cells: [JSONEntry]
    var growth: [JSONGrowth]?
  }

  private struct JSONGrowth: Encodable {
    var suite: String
    var cells: String
    var lengths: [Int]
    var phase: RowPhase
    var metric: Metric
    var unit: String
    var order: String
    var mean: Double
    var slope: Double
    var slopeError: Double?

    init(_ fit: GrowthFit) {
      suite = fit.family.suite
      cells = fit.family.id
      lengths = fit.lengths
      phase = fit.phase
      metric = fit.metric
      unit = fit.metric.unit
      order = fit.order.rawValue
      mean = fit.mean
      slope = fit.slope
      slopeError = fit.slopeError
    }
  }

  private struct JSONEntry: Encodable {
    var suite: String
    var cell: String
    var mean: Double?
    var p50: Double?
    var p99: Double?
    var p999: Double?
    var max: Double?
    var frameShare: Double?
    var refreshes: Double?
    var allocations: Double?
    var bytes: Double?
    var instructions: Double?
    var retains: Double?
    var releases: Double?
    var overBudget: [String: Double]?
    var firstOverBudget: [String: Double]?
    var batch: Int
    var varying: [Metric]
    var text: TextVerdict?
    var wrongText: WrongText?

    init(_ entry: RunTableEntry) {
      suite = entry.suite
      cell = entry.cell.id
      mean = entry.time?.mean
      p50 = entry.time?.p50
      p99 = entry.time?.p99
      p999 = entry.time?.p999
      max = entry.time?.max
      frameShare = entry.frameShare
      refreshes = entry.refreshes
      allocations = entry.allocations
      bytes = entry.bytes
      instructions = entry.instructions
      retains = entry.retains
      releases = entry.releases
      overBudget = Self.shares(entry.overBudget)
      firstOverBudget = Self.shares(entry.firstOverBudget)
      batch = entry.batch
      varying = Metric.allCases.filter(entry.varying.contains)
      text = entry.text
      wrongText = entry.wrongText
    }

    private static func shares(_ shares: KeystrokesOverBudget?) -> [String: Double]? {
      shares.map { shares in
        Dictionary(
          uniqueKeysWithValues: zip(Metric.shares.map(\.rawValue), shares.shares).map { ($0, $1) })
      }
    }
  }
}
