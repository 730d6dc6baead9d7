import BenchmarkModel
import BenchmarkResults
import Foundation

/// A small made-up run that tests change and write to disk.
package struct RunFixture: Sendable {
  /// The contents of its `run.json`.
  package var metadata: RunMetadata
  /// The rows of the run.
  package var rows: [Row]

  /// Creates a finished run, of two rounds by default, with the rows of the given cells.
  package init(id: String = "r1", cells: [Cell] = RunFixture.cells, rounds: Int = 2) {
    var conditions = RunMetadata.Conditions()
    conditions.clockOverheadNanoseconds = 20
    conditions.clockResolutionNanoseconds = 10
    conditions.loadAverageAtStart = 0.25
    metadata = RunMetadata(
      id: id, start: Date(timeIntervalSince1970: 1_700_000_000), argv: ["keystroke-bench", "run"],
      source: .init(commit: "0123456789abcdef0123456789abcdef01234567", dirty: false),
      plan: .init(suites: ["keystrokes"], seed: .max, rounds: rounds),
      toolchain: .init(
        swift: "6.3.1", configuration: .release,
        allocator: .init(name: "jemalloc", version: "5.3.0")),
      host: HostFacts(
        cpuModel: "a processor", cores: 2, kernel: "Linux 6.1", clockSource: "tsc"),
      conditions: conditions)
    (metadata.toolchain.icu, metadata.toolchain.cldr) = ("74.0", "44")
    metadata.status = .finished
    metadata.end = Date(timeIntervalSince1970: 1_700_000_042)
    rows = cells.flatMap { Self.rows(of: $0, run: id, rounds: rounds) }
  }

  /// Four cells of two strategies.
  package static let cells = [
    Cell(strategy: "delegate-filter", value: "int", locale: "en_US", length: 9, script: "type"),
    Cell(strategy: "delegate-filter", value: "int", locale: "fr_FR", length: 9, script: "type"),
    Cell(strategy: "onchange-reformat", value: "int", locale: "en_US", length: 9, script: "type"),
    Cell(strategy: "onchange-reformat", value: "int", locale: "fr_FR", length: 15, script: "mixed"),
  ]

  /// Returns the rows of one cell: times for each round, exact metrics once.
  package static func rows(of cell: Cell, run: String, rounds: Int) -> [Row] {
    let scale = Double(cell.length) * (cell.strategy == "delegate-filter" ? 1 : 2)
    func row(_ round: Int, _ phase: RowPhase, _ metric: Metric, _ summary: Summary) -> Row {
      Row(
        run: run, commit: "0123456789", round: round,
        series: SeriesKey(
          suite: "keystrokes", cell: cell, phase: phase, metric: metric,
          instrument: metric == .time ? .clock : metric.isBehaviour ? .host : .shim),
        count: phase == .first ? 8 : 400, summary: summary, text: .ok)
    }
    var rows: [Row] = []
    for round in stride(from: 1, through: rounds, by: 1) {
      let drift = Double(round) / 4
      for (phase, share) in [(RowPhase.total, 100.0), (.first, 150), (.parse, 40), (.format, 30)] {
        let base = scale * share
        rows.append(
          row(
            round, phase, .time,
            Summary(
              min: base, p50: base * 1.25 + drift, p90: base * 1.5, p99: base * 2 + drift,
              p999: base * 4, max: base * 8 + drift, mean: base * 1.3)))
      }
    }
    let refreshes = cell.strategy == "delegate-filter" ? 1.0 : 3.0
    rows.append(row(0, .total, .refreshes, .constant(refreshes)))
    rows.append(row(0, .total, .emissions, .constant(refreshes)))
    rows.append(row(0, .total, .allocations, .constant(5 * refreshes)))
    rows.append(row(0, .total, .bytes, .constant(747 * refreshes)))
    rows.append(row(0, .format, .allocations, .constant(2)))
    rows.append(row(0, .filter, .allocations, .constant(0)))
    return rows
  }

  /// Changes the figures of the matching rows; at least one row must match.
  package mutating func change(
    _ cell: Cell, _ phase: RowPhase, _ metric: Metric, _ body: (inout Row) -> Void
  ) {
    let places = rows.indices.filter {
      rows[$0].cell == cell && rows[$0].phase == phase && rows[$0].metric == metric
    }
    precondition(!places.isEmpty, "no such row in the fixture")
    for place in places { body(&rows[place]) }
  }

  /// Returns the run as if it were read from disk.
  package func run(name: String) -> Run {
    Run(name: name, metadata: metadata, rows: RowTable(rows))
  }

  /// Writes the run, and the sites if there are any, to a folder that does not contain a run yet.
  package func write(to folder: String, sites: [CostSite] = []) throws {
    let writer = try RunWriter.create(folder: folder, metadata: metadata)
    try writer.append(rows)
    if !sites.isEmpty { try SiteFile.write(sites, toRun: folder) }
    try writer.finish { $0 = metadata }
  }
}

extension Run {
  /// Returns a copy of the run with changed metadata or rows.
  package func with(_ change: (inout RunMetadata, inout [Row]) -> Void) -> Run {
    var (metadata, rows) = (metadata, Array(rows))
    change(&metadata, &rows)
    return Run(name: name, metadata: metadata, rows: RowTable(rows))
  }
}
