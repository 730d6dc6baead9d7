import BenchmarkModel
import BenchmarkResults
import Glibc

/// How one metric of one phase of a strategy went, over the cells that all its runs have.
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
  /// The machine; nil for what does not depend on it.
  package let host: String?
  /// How many cells all runs have, and how many any has.
  package let cells: (common: Int, all: Int)
  /// The mean over the common cells, by run; nil where the run has none of them.
  package let values: [Double?]

  /// The figure of the first and the last run that have one.
  package var first: Double? { values.compactMap(\.self).first }
  package var last: Double? { values.compactMap(\.self).last }

  /// Whether there is a cell that all runs have, so that runs can be held against each other.
  package var isKnown: Bool { cells.common > 0 }

  /// Whether any run differs from another.
  package var moves: Bool { Set(values.compactMap(\.self)).count > 1 }

  /// How far it went in either direction; from or to 0 is farthest.
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
  /// The trends, those that went farthest first; p50 of times, else the mean.
  package var trends: [HistoryTrend] {
    let shown = lines.filter { $0.figure == HistoryRun.figures(of: $0.series.measure)[0] }
    let groups = Dictionary(grouping: shown, by: HistoryTrend.Group.init)
    // The order of tables among those that went equally far.
    var known: Set<HistoryTrend.Group> = []
    let trends = shown.map(HistoryTrend.Group.init).filter { known.insert($0).inserted }
      .map { HistoryTrend($0, (groups[$0] ?? []).map(values)) }
    return trends.enumerated().sorted { a, b in
      a.element.distance != b.element.distance
        ? a.element.distance > b.element.distance : a.offset < b.offset
    }.map(\.element)
  }
}
