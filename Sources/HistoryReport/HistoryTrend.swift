import BenchmarkModel
import BenchmarkResults
import Glibc

/// The course of one metric of one phase of a strategy, over the cells that all its runs have.
package struct HistoryTrend: Sendable {
  /// The series that are summed up.
  struct Group: Hashable {
    var suite: String
    var strategy: String
    var measure: SeriesKey.Measure
    var host: String?

    init(_ line: History.Line) {
      suite = line.series.suite
      strategy = line.series.cell.strategy
      measure = line.series.measure
      host = line.host
    }
  }

  package let strategy: String
  package let measure: SeriesKey.Measure
  /// The machine; nil if the trend does not depend on it.
  package let host: String?
  /// The number of cells that all runs have, and that any run has.
  package let cells: (common: Int, all: Int)
  /// The mean over the common cells, by run; nil if the run has none of them.
  package let values: [Double?]

  /// The figure of the first and the last run that have one.
  package var first: Double? { values.compactMap(\.self).first }
  package var last: Double? { values.compactMap(\.self).last }

  /// True if all runs have at least one cell in common, so that they can be compared.
  package var isKnown: Bool { cells.common > 0 }

  /// True if any run differs from another.
  package var moves: Bool { Set(values.compactMap(\.self)).count > 1 }

  /// The size of the change from first to last, in either direction; from or to 0 is the largest.
  var distance: Double {
    guard let first, let last, first != last else { return 0 }
    guard first > 0, last > 0 else { return .infinity }
    return abs(log(last / first))
  }

  /// A trend of lines, with their values by run.
  init(_ group: Group, _ lines: [[Double?]]) {
    strategy = group.strategy
    measure = group.measure
    host = group.host
    let runs = lines.first?.indices ?? 0..<0
    let having = runs.filter { run in lines.contains { $0[run] != nil } }
    // A run of other cells would look like a change.
    let common = lines.filter { line in having.allSatisfy { line[$0] != nil } }
    cells = (common.count, lines.count)
    values = runs.map { run in
      let values = common.compactMap { $0[run] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

extension History {
  /// The trends, largest change first; of the p50 of times, of the mean otherwise.
  package var trends: [HistoryTrend] {
    let shown = lines.filter { $0.figure == HistoryRun.figures(of: $0.series.measure)[0] }
    let groups = Dictionary(grouping: shown, by: HistoryTrend.Group.init)
    // Trends of equal distance stay in the order of tables.
    var known: Set<HistoryTrend.Group> = []
    let trends = shown.map(HistoryTrend.Group.init).filter { known.insert($0).inserted }
      .map { HistoryTrend($0, (groups[$0] ?? []).map(values)) }
    return trends.enumerated().sorted { a, b in
      a.element.distance != b.element.distance
        ? a.element.distance > b.element.distance : a.offset < b.offset
    }.map(\.element)
  }
}
