import BenchmarkModel
import BenchmarkResults
import Foundation

/// The measurements of several runs, in the order of time: a series for each cell, phase, metric and figure.
///
/// An exact metric changed if its figure differs. Whether times changed depends on noise: `scripts/history`, which
/// reads the CSV of a history, decides that.
package struct History: Sendable {
  /// One figure over all runs; ``History/values(of:)`` has what it was in each.
  package struct Line: Sendable {
    package let series: SeriesKey
    /// The machine; nil for what does not depend on it.
    package let host: String?
    package let figure: Figure
    /// The number of the figure among those of its measure.
    fileprivate let number: Int
    /// The place among the columns.
    fileprivate let column: Int
  }

  /// The figures of a cell on a machine, by run.
  private struct Column: Sendable {
    var cell: HostCell
    var figures: [HistoryFigures?]
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
  package let runs: [HistoryRun]
  /// The order of the runs, and the reason for it.
  package let order: HistoryOrder
  private let columns: [Column]
  /// The figures, in the order of tables.
  package let lines: [Line]
  /// The changes of exact metrics, by run.
  package let changes: [Change]
  /// The changes of texts, by run.
  package let textChanges: [TextChange]

  /// Puts runs in order, and finds the changes of exact metrics.
  package init(_ runs: [HistoryRun], order: HistoryOrder) {
    self.order = order
    let runs = order.sorted(runs)
    self.runs = runs
    var cells: Set<HostCell> = []
    for run in runs { cells.formUnion(run.cells.keys) }
    let columns = cells.map { cell in Column(cell: cell, figures: runs.map { $0.cells[cell] }) }
    self.columns = columns
    lines = columns.indices.flatMap { Self.lines(columns[$0], at: $0) }
      .sorted { ($0.series, $0.host ?? "", $0.number) < ($1.series, $1.host ?? "", $1.number) }
    changes = columns.filter { $0.cell.host == nil }.flatMap(Self.changes)
      .sorted { ($0.to, $0.series) < ($1.to, $1.series) }
    textChanges = Self.textChanges(runs)
  }

  /// Returns a figure in each run; nil for a run that has none.
  package func values(of line: Line) -> [Double?] {
    runs.indices.map { value(of: line, in: $0) }
  }

  /// Returns a figure in one run, by the run's place.
  package func value(of line: Line, in run: Int) -> Double? {
    columns[line.column].figures[run]?.figure(line.number, of: line.series.measure)
  }

  /// The figures of a cell that any run has.
  private static func lines(_ column: Column, at place: Int) -> [Line] {
    let distinct = self.distinct(column)
    return Set(distinct.flatMap(\.measures)).flatMap { measure -> [Line] in
      let known = distinct.compactMap { $0.figures(measure) }
      return HistoryRun.figures(of: measure).enumerated().compactMap { number, figure in
        known.contains { $0[number] != nil }
          ? Line(
            series: SeriesKey(column.cell.subject, measure), host: column.cell.host,
            figure: figure, number: number, column: place) : nil
      }
    }
  }

  /// The figures of a cell without those that are the same as in the run before.
  private static func distinct(_ column: Column) -> [HistoryFigures] {
    var last: HistoryFigures?
    return column.figures.compactMap { figures in
      guard let figures, figures !== last else { return nil }
      last = figures
      return figures
    }
  }

  private static func changes(_ column: Column) -> [Change] {
    Set(distinct(column).flatMap(\.measures)).flatMap { measure in
      changes(SeriesKey(column.cell.subject, measure), column)
    }
  }

  private static func changes(_ series: SeriesKey, _ column: Column) -> [Change] {
    var changes: [Change] = []
    var last: (run: Int, figures: HistoryFigures, values: [Double?])?
    for (place, figures) in column.figures.enumerated() {
      // If rounds differ, no figure is the figure.
      guard let figures, !figures.varying.contains(series.measure) else { continue }
      if let same = last, same.figures === figures {
        last?.run = place
        continue
      }
      guard let values = figures.figures(series.measure) else { continue }
      defer { last = (place, figures, values) }
      guard let last else { continue }
      let names = HistoryRun.figures(of: series.measure)
      guard let number = names.indices.first(where: { last.values[$0] != values[$0] })
      else { continue }
      changes.append(
        Change(
          series: series, from: last.run, to: place, figure: names[number],
          before: last.values[number], after: values[number]))
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
package enum HistoryOrder: Sendable {
  /// By the place of each commit in the history of the repository, parents first; by the commit as the runs name it.
  case ancestry([String: Int])
  /// By the start of each run, with the reason why not by ancestry.
  case start(reason: String)
  /// As somebody named them.
  case named

  /// The runs in this order.
  func sorted(_ runs: [HistoryRun]) -> [HistoryRun] {
    var places: [String: Int] = [:]
    switch self {
    case .named: return runs
    case .ancestry(let known): places = known
    case .start: break
    }
    return runs.map { (run: $0, place: places[$0.commit] ?? 0) }
      .sorted { a, b in
        (a.place, a.run.label.start, a.run.label.id, a.run.label.name)
          < (b.place, b.run.label.start, b.run.label.id, b.run.label.name)
      }.map(\.run)
  }
}
