import BenchmarkComparison
import BenchmarkResults
import WorkerProtocol

/// A column of figures in the table of a page.
struct TableColumn {
  /// How its figures are written.
  enum Kind: String, Encodable {
    case time
    case share
    case count
  }

  let title: String
  /// What it holds, in a few words.
  let meaning: String
  let kind: Kind
  let metric: Metric
  let figure: Figure

  /// All columns, in order.
  static let all: [TableColumn] = [
    TableColumn(
      title: "mean", meaning: "the time of a keystroke, on the mean", kind: .time, metric: .time,
      figure: .mean),
    TableColumn(
      title: "p50", meaning: "the time that half of the keystrokes take at the most", kind: .time,
      metric: .time, figure: .p50),
    TableColumn(
      title: "p99", meaning: "the time that 99 of 100 keystrokes take at the most", kind: .time,
      metric: .time, figure: .p99),
    TableColumn(
      title: "machine max",
      meaning: "the longest keystroke, most of which the system gave the processor to others",
      kind: .time, metric: .time, figure: .max),
    TableColumn(
      title: "machine frame",
      meaning:
        "share of a 120 Hz frame (8.333 ms) that one keystroke in a thousand exceeds, mostly by waiting for the processor",
      kind: .share, metric: .time, figure: .p999),
    TableColumn(
      title: "refreshes", meaning: "bodies evaluated, in a model of toolkits that Linux has not",
      kind: .count, metric: .refreshes, figure: .mean),
    TableColumn(
      title: "allocations", meaning: "mean per keystroke", kind: .count, metric: .allocations,
      figure: .mean),
    TableColumn(
      title: "bytes", meaning: "mean of the bytes asked for, per keystroke", kind: .count,
      metric: .bytes, figure: .mean),
    TableColumn(
      title: "instructions", meaning: "mean per keystroke", kind: .count, metric: .instructions,
      figure: .mean),
  ]

  /// The figure of a cell, in the unit of the column; nil where it was not measured.
  func value(_ record: RowTable.Record) -> Double? {
    guard let value = record.summary[figure] else { return nil }
    switch kind {
    case .time: return value
    case .share: return value / RunTable.frame
    case .count: return metric == .instructions ? value.rounded() : value
    }
  }

  /// A figure as people read it.
  func text(_ value: Double?) -> String {
    switch kind {
    case .time: Units.time(value)
    case .share: Units.percent(value)
    case .count: Units.count(value)
    }
  }
}
