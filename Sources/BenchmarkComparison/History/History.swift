import BenchmarkModel
import BenchmarkResults
import Foundation

/// The measurements of several runs, in the order of time: a series for each cell, phase, metric and figure.
///
/// An exact metric changed if its figure differs. Whether times changed depends on noise: `scripts/history`, which
/// reads the CSV of a history, decides that.
public struct History: Sendable {
  /// One figure over all runs.
  package struct Line: Sendable {
    package var series: SeriesKey
    /// The machine; nil if the figure does not depend on it.
    package var host: String?
    package var figure: Figure
    /// The values by run; nil if the run has none.
    package var values: [Double?]
  }

  /// A change of an exact metric of a cell from one run on.
  package struct Change: Equatable, Sendable {
    package var series: SeriesKey
    /// The last run before that has the cell.
    package var from: Int
    /// The first run with the new figure.
    package var to: Int
    /// The figure that is shown: the mean, unless only the largest differs.
    package var figure: Figure
    package var before: Double?
    package var after: Double?
  }

  /// A change from one run on of whether the text of a cell is right.
  package struct TextChange: Equatable, Sendable {
    package var subject: SeriesKey.Subject
    package var from: Int
    package var to: Int
    package var after: TextVerdict
  }

  /// The runs, in the order of time.
  public let runs: [HistoryRun]
  /// The order of the runs, and the reason for it.
  public let order: HistoryOrder
  /// The figures, in the order of tables.
  package let lines: [Line]
  /// The changes of exact metrics, by run.
  package let changes: [Change]
  /// The changes of texts, by run.
  package let textChanges: [TextChange]

  /// Puts runs in order, and finds the changes of exact metrics.
  public init(_ runs: [HistoryRun], order: HistoryOrder) {
    self.order = order
    let runs = runs.map { (run: $0, place: order.place(of: $0.commit) ?? 0) }
      .sorted { a, b in
        (a.place, a.run.label.start, a.run.label.id, a.run.label.name)
          < (b.place, b.run.label.start, b.run.label.id, b.run.label.name)
      }.map(\.run)
    self.runs = runs
    let keys = Set(runs.flatMap(\.values.keys)).sorted {
      ($0.series, $0.host ?? "") < ($1.series, $1.host ?? "")
    }
    lines = keys.flatMap { Self.lines($0, runs) }
    changes = keys.filter(\.series.measure.isRepeatable).flatMap { Self.changes($0, runs) }
      .enumerated().sorted { ($0.element.to, $0.offset) < ($1.element.to, $1.offset) }
      .map(\.element)
    textChanges = Self.textChanges(runs)
  }

  private static func lines(_ key: HistoryRun.HostSeries, _ runs: [HistoryRun]) -> [Line] {
    let values = runs.map { $0.values[key]?.figures }
    return HistoryRun.figures(of: key.series).enumerated().compactMap { place, figure in
      let line = values.map { $0?[place] }
      return line.allSatisfy { $0 == nil }
        ? nil : Line(series: key.series, host: key.host, figure: figure, values: line)
    }
  }

  private static func changes(_ key: HistoryRun.HostSeries, _ runs: [HistoryRun]) -> [Change] {
    var changes: [Change] = []
    var last: (run: Int, value: HistoryRun.Value)?
    for (place, run) in runs.enumerated() {
      // If rounds differ, no single figure describes the run.
      guard let value = run.values[key], !value.varies else { continue }
      defer { last = (place, value) }
      guard let last else { continue }
      let figures = zip(HistoryRun.figures(of: key.series), zip(last.value.figures, value.figures))
      guard let (figure, (before, after)) = figures.first(where: { $0.1.0 != $0.1.1 })
      else { continue }
      changes.append(
        Change(
          series: key.series, from: last.run, to: place, figure: figure, before: before,
          after: after))
    }
    return changes
  }

  private static func textChanges(_ runs: [HistoryRun]) -> [TextChange] {
    var last: [SeriesKey.Subject: (run: Int, text: TextVerdict)] = [:]
    var changes: [TextChange] = []
    for (place, run) in runs.enumerated() {
      for (subject, text) in run.texts.sorted(by: { $0.key < $1.key }) {
        if let (from, before) = last[subject], before != text {
          changes.append(TextChange(subject: subject, from: from, to: place, after: text))
        }
        last[subject] = (place, text)
      }
    }
    return changes
  }
}

/// The way in which runs are put in the order of time.
public enum HistoryOrder: Sendable {
  /// By the place of each commit in the history of the repository, parents first; by the commit as the runs name it.
  case ancestry([String: Int])
  /// By the start of each run, with the reason why not by ancestry.
  case start(reason: String)

  /// The place of a run; nil if only its start orders it.
  func place(of commit: String) -> Int? {
    guard case .ancestry(let places) = self else { return nil }
    return places[commit]
  }
}
