/// Asks for the emissions and refreshes of a cell, and for its allocations if wanted.
package struct CountRequest: WorkerRequest {
  package typealias Reply = CellSample
  package static let name = "count"
  package var cell: Cell
  package var seed: UInt64
  /// True if allocations are counted, which fails unless a live shim is preloaded.
  package var allocations: Bool
  /// True to count what making a field costs, too.
  package var setUp: Bool

  package init(cell: Cell, seed: UInt64, allocations: Bool, setUp: Bool = false) {
    self.setUp = setUp
    self.cell = cell
    self.seed = seed
    self.allocations = allocations
  }

  package var activity: String { "while it measured \(cell.id)" }

  package func check(_ sample: CellSample) throws(WrongReply) {
    try sample.check(of: cell, by: [.host, .shim])
  }
}

/// Asks for the times of a cell.
package struct TimeRequest: WorkerRequest {
  package typealias Reply = CellSample
  package static let name = "time"
  package var cell: Cell
  package var seed: UInt64
  /// The time to measure for, without the warm-up.
  package var milliseconds: Double
  /// Keystrokes per pair of clock readings; nil lets the worker choose.
  package var batch: Int?
  /// True to time the making of a field, too.
  package var setUp: Bool

  package init(
    cell: Cell, seed: UInt64, milliseconds: Double, batch: Int? = nil, setUp: Bool = false
  ) {
    self.setUp = setUp
    self.cell = cell
    self.seed = seed
    self.milliseconds = milliseconds
    self.batch = batch
  }

  package var activity: String { "while it measured \(cell.id)" }

  package func check(_ sample: CellSample) throws(WrongReply) {
    // The strategy's own counts are the host's.
    try sample.check(of: cell, by: [.clock, .host])
  }
}

/// The figures of a cell in one round.
package struct CellSample: Codable, Sendable {
  package var cell: Cell
  package var rows: [SampleRow]
  /// The difference between the expected and the actual text or value, if there is one.
  package var mismatch: Mismatch?
  /// Keystrokes per pair of clock readings.
  package var batch = 1
  /// True if the cell was steady when the warm-up ended.
  package var steady = true
  /// The number of onChange actions that the model dropped in all sessions; nil for none.
  package var droppedActions: Int?
  /// True if the rule of a custom kind tells nothing about any keystroke, so that no text was checked.
  package var isUntold: Bool?

  package init(
    cell: Cell, rows: [SampleRow], mismatch: Mismatch? = nil, batch: Int = 1, steady: Bool = true,
    droppedActions: Int? = nil
  ) {
    self.cell = cell
    self.rows = rows
    self.mismatch = mismatch
    self.batch = batch
    self.steady = steady
    self.droppedActions = droppedActions
  }

  /// The maximum size of a batch.
  private static let largestBatch = 1 << 12

  /// Throws unless this can be a sample of the cell by these instruments.
  fileprivate func check(of asked: Cell, by instruments: Set<Instrument>) throws(WrongReply) {
    guard cell == asked else { throw WrongReply("a sample of \(cell.id.quotedName)") }
    guard (1...Self.largestBatch).contains(batch) else { throw WrongReply("a batch of \(batch)") }
    try rows.check(by: instruments)
  }
}

/// One row of a sample: a ``BenchmarkResults/Row`` without the run.
package struct SampleRow: Codable, Equatable, Sendable {
  package var phase: RowPhase
  package var metric: Metric
  package var instrument: Instrument
  package var count: Int
  /// min, p50, p90, p99, p999, max, mean.
  package var figures: [Double?]

  package init(
    phase: RowPhase, metric: Metric, instrument: Instrument, count: Int, summary: Summary
  ) {
    self.phase = phase
    self.metric = metric
    self.instrument = instrument
    self.count = count
    figures = Figure.allCases.map { summary[$0] }
  }

  /// The figures by name; nil if there are not seven of them.
  package var summary: Summary? {
    guard figures.count == Figure.allCases.count else { return nil }
    var summary = Summary()
    for (figure, value) in zip(Figure.allCases, figures) { summary[figure] = value }
    return summary
  }
}

extension [SampleRow] {
  /// Eleven days in nanoseconds, and more bytes than a machine has.
  private static var largestFigure: Double { 1e15 }

  /// Throws unless these can be the rows of one cell by these instruments.
  func check(by instruments: Set<Instrument>) throws(WrongReply) {
    var known: Set<[String]> = []
    for row in self {
      let name = "\(row.phase.rawValue) \(row.metric.rawValue)"
      guard instruments.contains(row.instrument) else {
        throw WrongReply("\(name) by \(row.instrument.rawValue), which was not asked for")
      }
      guard known.insert([row.phase.rawValue, row.metric.rawValue]).inserted else {
        throw WrongReply("\(name) twice")
      }
      // The recorder checks that there are seven figures. The mean may have any place among them.
      let ordered = row.figures.prefix(6).compactMap(\.self)
      guard [row.count].areCounts,
        row.figures.compactMap(\.self).allSatisfy({ (0...Self.largestFigure).contains($0) }),
        ordered == ordered.sorted()
      else { throw WrongReply("impossible figures of \(name)") }
    }
  }
}
