import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// A figure of whole keystrokes in the table of a run, declared once for the table, the page, JSON and CSV.
struct FigureColumn {
  /// The way in which its figures are written.
  enum Kind {
    case time
    case share
    case count
  }

  /// Its key in JSON.
  let key: String
  /// Its name in CSV.
  let csv: String
  /// Its title in the table of a terminal; nil if the table lacks it.
  var title: String?
  /// Its title on a page; nil if the page lacks it.
  var pageTitle: String?
  /// Its meaning, in a few words.
  var meaning = ""
  let kind: Kind
  let metric: Metric
  let figure: Figure

  /// All figures, in order.
  static let all: [FigureColumn] = [
    time(.mean, title: "mean", meaning: "the time of a keystroke, on the mean"),
    time(.p50, title: "p50", meaning: "the time that half of the keystrokes do not exceed"),
    time(.p99, title: "p99", meaning: "the time that 99 of 100 keystrokes do not exceed"),
    time(.p999),
    time(
      .max, title: "max†", pageTitle: "machine max",
      meaning: "the longest keystroke, most of which the system gave the processor to others"),
    FigureColumn(
      key: "frameShare", csv: "frame_120hz_percent", pageTitle: "machine frame",
      meaning:
        "share of a 120 Hz frame (8.333 ms) that one keystroke in a thousand exceeds, mostly by waiting for the processor",
      kind: .share, metric: .time, figure: .p999),
    count(.refreshes, meaning: "bodies evaluated, in a model of toolkits that Linux has not"),
    count(.allocations, meaning: "mean per keystroke"),
    count(.bytes, meaning: "mean of the bytes asked for, per keystroke"),
    count(.instructions, meaning: "mean per keystroke"), count(.retains), count(.releases),
  ]

  /// The mean of a metric of the strategies' own.
  static func own(_ metric: Metric) -> FigureColumn {
    let unit = metric.isTime || metric.unit == "1" ? "" : ", \(metric.unit)"
    return FigureColumn(
      key: metric.rawValue, csv: metric.rawValue, title: metric.rawValue + unit,
      pageTitle: metric.rawValue + unit, meaning: "the strategies' own; mean per keystroke",
      kind: metric.isTime ? .time : .count, metric: metric, figure: .mean)
  }

  private static func time(
    _ figure: Figure, title: String? = nil, pageTitle: String? = nil, meaning: String = ""
  ) -> FigureColumn {
    FigureColumn(
      key: figure.name, csv: "\(figure.name)_ns", title: title, pageTitle: pageTitle ?? title,
      meaning: meaning, kind: .time, metric: .time, figure: figure)
  }

  private static func count(_ metric: Metric, meaning: String? = nil) -> FigureColumn {
    let title = meaning.map { _ in metric.rawValue }
    return FigureColumn(
      key: metric.rawValue, csv: metric.rawValue, title: title, pageTitle: title,
      meaning: meaning ?? "", kind: .count, metric: metric, figure: .mean)
  }

  /// The figure of a cell, in the unit of the column; nil if it was not measured.
  func value(_ summary: Summary?) -> Double? {
    let value = summary?[figure]
    return kind == .share ? value.map { $0 / RunTable.frame } : value
  }

  /// The same as shown to people; instructions are rounded to whole numbers.
  func shownValue(_ summary: Summary?) -> Double? {
    metric == .instructions ? value(summary)?.rounded() : value(summary)
  }

  /// A figure of whole keystrokes for people; marked if several keystrokes were timed at once, or if rounds differ.
  func text(_ value: Double?, of entry: RunTableEntry) -> String {
    let text = text(value, batch: entry.batch)
    let differs = value != nil && entry.varying.contains(metric)
    return differs && !(kind == .time && entry.batch > 1) ? "±" + text : text
  }

  /// A figure of any phase for people; marked if several keystrokes were timed at once.
  func text(_ value: Double?, batch: Int) -> String {
    switch kind {
    case .time: (value != nil && batch > 1 ? "~" : "") + Units.time(value)
    case .share: Units.percent(value)
    case .count: Units.count(value)
    }
  }

  /// The columns of a table; for shares, CSV has a column in percent.
  var columns: [TableColumn<RunTableEntry>] {
    func value(_ entry: RunTableEntry) -> Double? { self.value(entry.costs[metric]) }
    guard kind != .share else {
      return [
        TableColumn(csv: csv) { value($0).map { .number($0 * 100) } },
        TableColumn(json: key) { value($0).map { .number($0) } },
      ]
    }
    return [
      TableColumn(
        title, number: true, csv: csv, json: key,
        text: { text(shownValue($0.costs[metric]), of: $0) },
        value: { value($0).map { .number($0) } })
    ]
  }
}
