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

  /// The columns of the CSV format; `measured` is the figure, since `value` is the kind of value of a cell.
  private static let columns = [
    "order", "commit", "start", "run", "suite", "strategy", "value", "locale", "length", "script",
    "phase", "metric", "instrument", "unit", "text", "figure", "measured", "host",
  ]

  /// One line for each run and figure, runs in the order of time.
  private var csv: String {
    var table = CSVText(Self.columns)
    for (place, run) in runs.enumerated() {
      let head = [
        String(place + 1), run.label.commit, run.label.start.formatted(.iso8601), run.label.id,
      ]
      for line in lines {
        guard let value = line.values[place] else { continue }
        let series = line.key.series
        table.append(
          head + [
            series.suite, series.cell.strategy, series.cell.value, series.cell.locale,
            String(series.cell.length), series.cell.script, series.phase.rawValue,
            series.metric.rawValue, series.instrument.rawValue, series.metric.unit,
            run.texts[SuiteCell(series)]?.rawValue, line.figure.name, FigureText.field(value),
            line.key.host,
          ])
      }
    }
    return table.text
  }

  private struct JSONDocument: Encodable {
    var order: String
    var runs: [RunLabel]
    var changes: [JSONChange]
    var textChanges: [JSONTextChange]
    var series: [JSONSeries]
  }

  private struct JSONChange: Encodable {
    var suite: String
    var cell: String
    var phase: RowPhase
    var metric: Metric
    var instrument: Instrument
    var figure: String
    /// The places of both runs in the list of runs, from 0.
    var from: Int
    var to: Int
    var before: Double?
    var after: Double?
    /// What else than the commit changed.
    var also: [String]
  }

  private struct JSONTextChange: Encodable {
    var suite: String
    var cell: String
    var from: Int
    var to: Int
    var text: TextVerdict
  }

  private struct JSONSeries: Encodable {
    var suite: String
    var cell: String
    var phase: RowPhase
    var metric: Metric
    var instrument: Instrument
    var unit: String
    var figure: String
    var host: String?
    /// By run; null where the run has none.
    var values: [Double?]
  }

  private var document: JSONDocument {
    JSONDocument(
      order: order.words, runs: runs.map(\.label),
      changes: changes.map { change in
        JSONChange(
          suite: change.series.suite, cell: change.series.cell.id, phase: change.series.phase,
          metric: change.series.metric, instrument: change.series.instrument,
          figure: change.figure.name, from: change.from, to: change.to, before: change.before,
          after: change.after, also: changes(of: runs[change.to], since: runs[change.from]))
      },
      textChanges: textChanges.map {
        JSONTextChange(
          suite: $0.cell.suite, cell: $0.cell.cell.id, from: $0.from, to: $0.to, text: $0.after)
      },
      series: lines.map { line in
        JSONSeries(
          suite: line.key.series.suite, cell: line.key.series.cell.id, phase: line.key.series.phase,
          metric: line.key.series.metric, instrument: line.key.series.instrument,
          unit: line.key.series.metric.unit, figure: line.figure.name, host: line.key.host,
          values: line.values)
      })
  }
}
