import BenchmarkModel
import BenchmarkResults
import Foundation

/// Made-up runs of the size of the default suite, with figures as long as measured ones.
package enum LargeRun {
  /// The number of rows of each cell in a baseline: seven phases of time and thirteen of exact metrics.
  package static let rowsPerBaselineCell = 20

  /// Returns the metadata of such a run.
  package static func metadata(rounds: Int) -> RunMetadata {
    var metadata = RunFixture(id: "20261121T010203Z-4d2a").metadata
    metadata.plan.suites = ["keystrokes"]
    metadata.plan.rounds = rounds
    return metadata
  }

  /// Returns the first `count` cells of a matrix like that of the default suite.
  package static func cells(_ count: Int) -> [Cell] {
    let strategies = ["unformatted", "format-on-commit", "delegate-filter", "onchange-reformat"]
    let scripts = ["type", "backspace", "edit-middle", "paste", "mistype", "mixed"]
    var cells: [Cell] = []
    var script = 0
    for value in ["int", "double", "double-2"] {
      for length in [9, 3, 15, 18, 1, 6, 12] {
        for locale in ["en_US", "de_DE", "fr_FR", "en_IN", "sv_SE", "ar_EG"] {
          for strategy in strategies {
            let name = scripts[script / strategies.count % scripts.count]
            cells.append(
              Cell(strategy: strategy, value: value, locale: locale, length: length, script: name))
            script += 1
          }
        }
      }
    }
    return Array(cells.prefix(count))
  }

  /// Returns the rows of such a run, in the order in which the rounds wrote them.
  package static func rows(
    cells count: Int, rounds: Int, factor: @Sendable (Cell) -> Double = { _ in 1 }
  ) -> [Row] {
    let cells = cells(count)
    var random = Random(state: 42)
    var rows: [Row] = []
    for cell in cells {
      for (phase, metric) in exact { rows.append(exactRow(cell, phase, metric)) }
    }
    for round in stride(from: 1, through: rounds, by: 1) {
      for cell in cells {
        for phase in RowPhase.headless {
          let base = cost(cell, phase) * factor(cell) * (0.95 + 0.1 * random.next())
          let summary = Summary(
            min: base.rounded(), p50: (base * 1.2).rounded(), p90: (base * 1.4).rounded(),
            p99: (base * (2 + random.next())).rounded(),
            p999: (base * (4 + random.next())).rounded(),
            max: (base * (20 + 40 * random.next())).rounded(), mean: base * 1.257)
          rows.append(row(cell, round, phase, .time, .clock, summary))
        }
      }
    }
    return rows
  }

  private static let exact: [(RowPhase, Metric)] =
    [(.total, .refreshes), (.total, .emissions), (.first, .refreshes)]
    + [Metric.allocations, .bytes].flatMap { metric in
      [RowPhase.total, .first, .parse, .format, .refresh].map { ($0, metric) }
    }

  private static func exactRow(_ cell: Cell, _ phase: RowPhase, _ metric: Metric) -> Row {
    let rewrites = cell.strategy == "onchange-reformat"
    let formats = rewrites || cell.strategy == "delegate-filter"
    let mean =
      switch metric {
      case .refreshes, .emissions: rewrites ? 2.375 : 1
      case .bytes: formats ? 747 + Double(cell.length) / 8 : 0
      default: formats ? 5.125 : 0
      }
    let summary = Summary(
      min: mean.rounded(.down), p50: mean.rounded(), p90: mean.rounded(.up),
      p99: mean.rounded(.up), p999: mean.rounded(.up), max: mean.rounded(.up), mean: mean)
    return row(cell, 0, phase, metric, metric.isBehaviour ? .host : .shim, summary)
  }

  private static func row(
    _ cell: Cell, _ round: Int, _ phase: RowPhase, _ metric: Metric, _ instrument: Instrument,
    _ summary: Summary
  ) -> Row {
    let wrong = cell.strategy == "onchange-reformat" && cell.locale == "ar_EG"
    return Row(
      run: "20261121T010203Z-4d2a", commit: "0123456789", round: round,
      series: SeriesKey(
        suite: "keystrokes", cell: cell, phase: phase, metric: metric, instrument: instrument),
      count: phase == .first ? 64 : 1024, summary: summary,
      text: wrong ? .wrong : .ok)
  }

  /// Returns nanoseconds that look like those of a keystroke.
  private static func cost(_ cell: Cell, _ phase: RowPhase) -> Double {
    let strategy =
      switch cell.strategy {
      case "unformatted": 90.0
      case "format-on-commit": 95.0
      case "delegate-filter": 2_900.0
      default: 6_400.0
      }
    let share =
      switch phase {
      case .total: 1.0
      case .first: 3.1
      case .parse: 0.45
      case .format: 0.35
      case .refresh: 0.1
      case .filter: 0.06
      case .dispatch, .rewrite, .layout, .paint, .setup: 0.0
      case .rest: 0.04
      }
    return strategy * share * (1 + Double(cell.length) / 40)
  }

  /// A generator of the same figures on every machine: xorshift64* (Vigna, ACM TOMS 42, 2016).
  private struct Random {
    var state: UInt64

    mutating func next() -> Double {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
    }
  }
}
