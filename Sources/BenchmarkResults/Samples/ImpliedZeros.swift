import BenchmarkModel

/// Rows of zeros that other rows of their cell imply, left out of a baseline to keep it small.
///
/// Whoever reads a baseline that says `omittedZeroRows` gets them back, so that 0 is still 0 and not missing:
///
/// | row | implied by |
/// |---|---|
/// | allocations, bytes of a phase | the same of the total (its count), and the time of that phase |
/// | allocations, bytes of the first keystroke | the peak (its count), and the time of the first keystroke |
/// | leaked bytes | the peak (its count) |
/// | retains, releases, system calls of a phase | the instructions of that phase (their count) |
enum ImpliedZeros {
  /// The rows without those that ``restored(_:)`` brings back, or nil where it would bring back others.
  static func omitted(from rows: [Row]) -> [Row]? {
    let known = Dictionary(rows.map { ($0.series, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = rows.filter { row in
      row.round != 0 || zero(row.series, in: known) != row
    }
    return restored(kept) == rows ? kept : nil
  }

  /// The rows with those that they imply, in the order of tables.
  static func restored(_ rows: [Row]) -> [Row] {
    let known = Dictionary(rows.map { ($0.series, $0) }, uniquingKeysWith: { first, _ in first })
    let cells = Set(rows.map { CellOfSuite(suite: $0.suite, cell: $0.cell) })
    let added = cells.flatMap { cell in
      omissible.compactMap { phase, metric in
        let series = Series(
          suite: cell.suite, cell: cell.cell, phase: phase, metric: metric,
          instrument: referenceCounts.contains(metric) ? .valgrind : .shim)
        return known[series] == nil ? zero(series, in: known) : nil
      }
    }
    return (rows + added).sorted { a, b in
      a.series == b.series ? a.round < b.round : a.series < b.series
    }
  }

  private struct CellOfSuite: Hashable {
    var suite: String
    var cell: Cell
  }

  /// What valgrind counts beside instructions.
  private static let referenceCounts: [Metric] = [.retains, .releases, .systemCalls]

  /// What may be left out.
  private static let omissible: [(RowPhase, Metric)] =
    referenceCounts.flatMap { metric in RowPhase.allCases.map { ($0, metric) } }
    + [Metric.allocations, .bytes].flatMap { metric in
      ([.first] + RowPhase.parts + [.rest]).map { ($0, metric) }
    } + [(.total, .leakedBytes)]

  /// The row of zeros that a cell implies for a series, or nil where it implies none.
  private static func zero(_ series: Series, in known: [Series: Row]) -> Row? {
    guard omissible.contains(where: { $0 == (series.phase, series.metric) }) else { return nil }
    if series.instrument == .valgrind {
      var executed = series
      executed.metric = .instructions
      guard var row = known[executed], row.round == 0 else { return nil }
      row.metric = series.metric
      row.summary = Summary(mean: 0)
      return row
    }
    var counted = series
    counted.phase = .total
    if [.first, .total].contains(series.phase) { counted.metric = .peakBytes }
    guard var row = known[counted], row.round == 0 else { return nil }
    if series.phase != .total {
      var timed = series
      timed.metric = .time
      timed.instrument = .clock
      guard known[timed] != nil else { return nil }
    }
    row.phase = series.phase
    row.metric = series.metric
    row.summary = .constant(0)
    return row
  }
}
