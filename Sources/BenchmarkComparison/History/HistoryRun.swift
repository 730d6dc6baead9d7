import BenchmarkModel
import BenchmarkResults
import Foundation

/// One run as a history keeps it: its rounds folded, and a few figures of each row.
public struct HistoryRun: Sendable {
  /// A series as one machine measured it.
  struct HostSeries: Hashable, Sendable {
    var series: SeriesKey
    /// The machine; nil if the series does not depend on it.
    var host: String?
  }

  /// The figures of a series in one run.
  struct Value: Sendable {
    /// The figures of ``HistoryRun/figures(of:)``, in that order.
    var figures: [Double?]
    /// True if an exact metric differed between the rounds of the run, so that its figures decide nothing.
    var varies: Bool
  }

  /// The origin of the run: its id, or the name of the baseline.
  public private(set) var label: RunLabel
  /// The commit as the run names it, without a mark for changes.
  public let commit: String
  let values: [HostSeries: Value]
  package let texts: [SeriesKey.Subject: TextVerdict]
  /// The facts besides the commit that exact metrics depend on, by name.
  let surroundings: [(name: String, value: String)]

  /// Keeps the part of a run that a history needs; only the cells that pass the filter.
  public init(_ run: Run, filter: CellFilter = CellFilter()) {
    label = RunLabel(run)
    // A store has no folders, and must give the same label.
    label.name = run.metadata.id
    commit = run.metadata.source.commit
    let side = RunIndex(run, filter: filter)
    texts = side.texts
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
    var values: [HostSeries: Value] = [:]
    for place in side.cells.values.joined() {
      let series = side.series[place]
      if series.measure.isRepeatable {
        values[HostSeries(series: series)] = Self.value(side.records(place), series)
        continue
      }
      let rows = side.groups[place].map { run.rows[Int($0)] }
      let records = Dictionary(grouping: zip(rows, side.records(place))) {
        hosts[$0.0.run] ?? common
      }
      for (host, records) in records {
        values[HostSeries(series: series, host: host)] = Self.value(records.map(\.1), series)
      }
    }
    self.values = values
  }

  /// True if the filter left nothing.
  public var isEmpty: Bool { values.isEmpty }

  /// The figures of a metric that a history keeps: a typical and a bad keystroke for times, otherwise the mean and the
  /// worst.
  package static func figures(of series: SeriesKey) -> [Figure] {
    series.metric == .time ? [.p50, .p99] : [.mean, .max]
  }

  private static func value(_ records: [RowTable.Record], _ series: SeriesKey) -> Value {
    let folded = RowTable.Record.folded(records)
    let varies =
      series.measure.isRepeatable && records.contains { $0.summary != records[0].summary }
    return Value(figures: figures(of: series).map { folded.summary[$0] }, varies: varies)
  }

  /// The differences since an earlier run in other facts than the commit.
  package func changes(since earlier: HistoryRun) -> [FactDifference] {
    zip(earlier.surroundings, surroundings).compactMap {
      FactDifference($0.name, $0.value, $1.value)
    }
  }
}
