import BenchmarkModel
import BenchmarkResults

/// The mean of one metric of whole keystrokes of a strategy, by run, over the cells that all its runs have.
struct HistoryMean {
  /// The series that a mean is of.
  struct Group: Hashable {
    var suite: String
    var strategy: String
    var measure: SeriesKey.Measure
    /// The machine; nil if the metric does not depend on it.
    var host: String?

    init(_ line: History.Line) {
      suite = line.series.suite
      strategy = line.series.cell.strategy
      measure = line.series.measure
      host = line.host
    }
  }

  let group: Group
  /// The number of cells that all runs have.
  let cells: Int
  /// The mean over these cells, by run; nil if the run has none of them.
  let values: [Double?]

  /// True if any run differs from another.
  var moves: Bool { Set(values.compactMap(\.self)).count > 1 }

  /// The mean of lines, with their values by run.
  init(_ group: Group, _ lines: [[Double?]]) {
    self.group = group
    let runs = lines.first?.indices ?? 0..<0
    let having = runs.filter { run in lines.contains { $0[run] != nil } }
    // A run of other cells would look like a change.
    let common = lines.filter { line in having.allSatisfy { line[$0] != nil } }
    cells = common.count
    values = runs.map { run in
      let values = common.compactMap { $0[run] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

extension History {
  /// Whole keystrokes by strategy and metric, with a column for each of the last runs: all times, and the counts that any run
  /// changes.
  ///
  /// - Parameters:
  ///   - names: the titles of the columns, of as many runs.
  ///   - comparesWithFirst: true to show how far each run is from the first.
  /// - Returns: The table, and what it is about.
  package func wholeKeystrokes(
    _ names: [String], comparesWithFirst: Bool
  ) -> (table: Grid, legend: [String]) {
    let lines = lines.filter {
      $0.series.phase == .total && $0.figure == HistoryRun.figures(of: $0.series.measure)[0]
    }
    let all = Dictionary(grouping: lines, by: HistoryMean.Group.init)
      .map { HistoryMean($0, $1.map(values)) }
    let means = all.filter { $0.cells > 0 }
    let shown = means.filter { $0.group.measure.metric.isTime || $0.moves }
      .sorted {
        let (a, b) = ($0.group, $1.group)
        return (a.strategy, a.measure, a.host ?? "", a.suite)
          < (b.strategy, b.measure, b.host ?? "", b.suite)
      }
    let machines = Set(means.compactMap(\.group.host)).count
    var grid = Grid(
      [.init("strategy"), .init("metric"), .init("cells", number: true)]
        + (machines > 1 ? [.init("machine")] : [])
        + names.enumerated().flatMap { place, name in
          [.init(name, number: true)]
            + (comparesWithFirst && place > 0 ? [.init("change", number: true)] : [])
        })
    grid.rows = shown.map { mean in
      let metric = mean.group.measure.metric
      let values = mean.values.suffix(names.count).enumerated().flatMap { place, value in
        [Units.mean(value, metric)]
          + (comparesWithFirst && place > 0 ? [Units.change(from: mean.values[0], to: value)] : [])
      }
      return [mean.group.strategy, metric.rawValue, String(mean.cells)]
        + (machines > 1 ? [mean.group.host ?? ""] : []) + values
    }
    return (
      grid,
      [
        "A row is the mean over the cells that all runs have: of times the p50 of a keystroke, else the mean"
          + (comparesWithFirst ? "; changes are to \(names[0])." : "."),
        "\(Words.count(means.count - shown.count, "mean")) of counts that no run changes left out; --format csv has every cell and phase.",
      ]
        + (means.count == all.count
          ? []
          : [
            "\(Words.count(all.count - means.count, "mean")) left out, since the runs have no cell in common: filters choose some."
          ])
    )
  }
}
