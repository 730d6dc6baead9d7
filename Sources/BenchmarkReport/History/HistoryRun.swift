import BenchmarkModel
import BenchmarkResults
import Foundation

/// One run as a history keeps it: its rounds folded, and a few figures of each row.
package struct HistoryRun: Sendable {
  /// The id of the run, or the name of the baseline.
  package private(set) var label: RunLabel
  /// The commit as the run names it, without a mark for changes.
  package let commit: String
  let cells: [HostCell: HistoryFigures]
  package let texts: [SeriesKey.Subject: TextVerdict]
  /// The facts besides the commit that exact metrics depend on, by name.
  let surroundings: [(name: String, value: String)]

  /// Keeps what a history needs of a run, or of the cells that pass a filter.
  ///
  /// Runs of one history share what they have in common through a pool.
  package init(
    _ run: Run, filter: CellFilter = CellFilter(), sharing pool: HistoryPool = HistoryPool()
  ) {
    label = RunLabel(run)
    // A store has no folders, and must give the same label.
    label.name = run.metadata.id
    commit = run.metadata.source.commit
    let side = RunIndex(run, filter: filter)
    texts = Dictionary(
      uniqueKeysWithValues: side.texts.map { (pool.shared($0.key), $0.value) })
    let toolchain = run.metadata.toolchain
    let facts =
      toolchain.facts() + toolchain.facts(of: .shim) + toolchain.facts(of: .valgrind)
      + [("architecture", run.metadata.architecture), ("seed", String(run.metadata.plan.seed))]
    surroundings = facts.map { ($0.name, $0.value ?? "unknown") }
    let hosts = Dictionary(
      (run.metadata.mergedFrom ?? []).map { ($0.id, $0.host.name) },
      uniquingKeysWith: { first, _ in first })
    // A baseline of a merged run has folded the measurements of all machines.
    let all = run.metadata.hosts.map(\.name)
    let common = Set(all).count == 1 ? all[0] : all.joined(separator: " and ")
    var cells: [HostCell: HistoryFigures] = [:]
    for (subject, places) in side.cells {
      let subject = pool.shared(subject)
      var parts: [String?: [(SeriesKey.Measure, [RowTable.Record])]] = [:]
      for place in places {
        let measure = side.series[place].measure
        guard !measure.metric.isExact else {
          parts[nil, default: []].append((measure, side.records(place)))
          continue
        }
        let rows = side.groups[place].map { run.rows[Int($0)] }
        let byHost = Dictionary(grouping: zip(rows, side.records(place))) {
          hosts[$0.0.run] ?? common
        }
        for (host, records) in byHost {
          parts[host, default: []].append((measure, records.map(\.1)))
        }
      }
      for (host, part) in parts {
        let cell = HostCell(subject: subject, host: host)
        cells[cell] = pool.shared(
          cell, part.map(\.0), part.flatMap { Self.values($0.1, $0.0) },
          varying: Set(part.filter { Self.varies($0.1, $0.0) }.map(\.0)))
      }
    }
    self.cells = cells
  }

  /// True if the filter left nothing.
  package var isEmpty: Bool { cells.isEmpty }

  /// The figures that a history has of a metric: the usual and the bad keystroke of times, else the mean and the worst.
  package static func figures(of measure: SeriesKey.Measure) -> [Figure] {
    measure.metric.isTime ? [.p50, .p99] : [.mean, .max]
  }

  private static func values(
    _ records: [RowTable.Record], _ measure: SeriesKey.Measure
  ) -> [Double] {
    let folded = RowTable.Record.folded(records)
    return figures(of: measure).map { folded.summary[$0] ?? .nan }
  }

  private static func varies(_ records: [RowTable.Record], _ measure: SeriesKey.Measure) -> Bool {
    measure.metric.isExact && records.contains { $0.summary != records[0].summary }
  }

  /// The differences since an earlier run in other facts than the commit.
  package func changes(since earlier: HistoryRun) -> [FactDifference] {
    zip(earlier.surroundings, surroundings).compactMap {
      FactDifference($0.name, $0.value, $1.value)
    }
  }
}
