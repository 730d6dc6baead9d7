import BenchmarkComparison
import BenchmarkResults
import KeystrokeWorkload
import WorkerProtocol

extension Comparison {
  /// The comparison in a format.
  public func rendered(as format: ReportFormat) throws -> String {
    switch format {
    case .text: prose(markdown: false)
    case .markdown: prose(markdown: true)
    case .json: try Document.json(document)
    case .csv: csv
    }
  }

  /// The columns of the CSV format.
  private static let columns = [
    "suite", "strategy", "value", "locale", "length", "script", "phase", "metric", "instrument",
    "unit", "text", "finding", "fails", "figure", "baseline", "candidate", "ratio", "ratio_low",
    "ratio_high", "note",
  ]

  private var csv: String {
    var table = CSVText(Self.columns)
    for entry in entries {
      table.append([
        entry.suite, entry.cell.strategy, entry.cell.value, entry.cell.locale,
        String(entry.cell.length), entry.cell.script, entry.phase?.rawValue,
        entry.metric?.rawValue, entry.instrument?.rawValue, entry.metric?.unit,
        entry.text?.rawValue,
        entry.finding.rawValue, String(entry.fails), entry.figure?.name,
        entry.before.flatMap(FigureText.field), entry.after.flatMap(FigureText.field),
        entry.ratio.flatMap(FigureText.field),
        entry.spread.flatMap { FigureText.field($0.lowerBound) },
        entry.spread.flatMap { FigureText.field($0.upperBound) }, entry.note,
      ])
    }
    for fault in acknowledgementFaults {
      var row = [String?](repeating: nil, count: Self.columns.count)
      for (column, value) in [
        ("finding", fault.kind.rawValue), ("fails", "true"), ("note", fault.description),
      ] {
        if let place = Self.columns.firstIndex(of: column) { row[place] = value }
      }
      table.append(row)
    }
    return table.text
  }

  private struct JSONDocument: Encodable {
    var verdict: String
    var headline: String
    var notes: [String]
    var baseline: RunLabel
    var candidate: RunLabel
    var commonCells: Int
    var compared: [ComparisonScope.Line]
    var acknowledgements: [JSONFault]
    var attribution: [JSONCause]
    var entries: [JSONEntry]
  }

  private struct JSONFault: Encodable {
    var fault: AcknowledgementFault.Kind
    var file: String
    var line: Int?
    var note: String

    init(_ fault: AcknowledgementFault) {
      self.fault = fault.kind
      file = fault.acknowledgement.file
      line = fault.acknowledgement.line
      note = fault.description
    }
  }

  private struct JSONCause: Encodable {
    struct Part: Encodable {
      var phase: RowPhase
      var metric: Metric
    }

    var suite: String
    var direction: String
    var subject: String
    var text: String
    var cells: [String]
    var changed: [Part]
    var hence: [Part]

    init(_ cause: Cause) {
      suite = cause.suite
      direction = cause.direction.rawValue
      subject = cause.subject
      text = cause.sentence
      cells = cause.cells.map(\.id)
      changed = cause.changes.map { Part(phase: $0.phase, metric: $0.metric) }
      hence = cause.consequences.map { Part(phase: $0.phase, metric: $0.metric) }
    }
  }

  private struct JSONEntry: Encodable {
    var suite: String
    var cell: String
    var phase: RowPhase?
    var metric: Metric?
    var instrument: Instrument?
    var unit: String?
    var text: TextVerdict?
    var finding: Finding
    var fails: Bool
    var figure: String?
    var baseline: Double?
    var candidate: Double?
    var ratio: Double?
    var ratioLow: Double?
    var ratioHigh: Double?
    var what: String?
    var note: String?
    var sites: [SiteChange]?

    init(_ entry: ComparisonEntry) {
      suite = entry.suite
      cell = entry.cell.id
      phase = entry.phase
      metric = entry.metric
      instrument = entry.instrument
      unit = entry.metric?.unit
      text = entry.text
      finding = entry.finding
      fails = entry.fails
      figure = entry.figure?.name
      baseline = entry.before
      candidate = entry.after
      ratio = entry.ratio
      ratioLow = entry.spread?.lowerBound
      ratioHigh = entry.spread?.upperBound
      what = entry.evidence
      note = entry.note
      sites = entry.sites.isEmpty ? nil : entry.sites
    }
  }

  private var document: JSONDocument {
    JSONDocument(
      verdict: fails ? "fail" : "pass", headline: headline, notes: noteSentences,
      baseline: baseline,
      candidate: candidate, commonCells: commonCells, compared: scope.lines,
      acknowledgements: acknowledgementFaults.map(JSONFault.init),
      attribution: counted.map(JSONCause.init),
      entries: entries.map(JSONEntry.init))
  }
}
