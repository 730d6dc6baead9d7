import BenchmarkModel
import BenchmarkResults
import Foundation

/// Turns samples into rows of a run, and collects the facts for `run.json`.
package actor RunRecorder {
  private let writer: RunWriter
  private let lock: RunLock
  private let run: String
  private let commit: String
  private let suite: String
  private let metrics: [OwnMetric]
  /// The exact samples for which only one round has arrived.
  private var unpaired: [Cell: (round: Int, sample: CellSample)] = [:]
  private var counted: Set<Cell> = []
  /// The exact samples of the cells whose rounds were equal.
  package private(set) var exactSamples: [Cell: CellSample] = [:]
  /// The counts of valgrind for each cell.
  package private(set) var instructionRows: [Cell: [SampleRow]] = [:]
  /// The functions of the worker that each cell executes, by symbol, if they are known.
  package private(set) var executedFunctions: [Cell: Set<String>] = [:]
  private var instructed: Set<Cell> = []
  private var timed: [Cell: Set<Int>] = [:]
  private var texts: [Cell: TextVerdict] = [:]
  private var wrongTexts: [CellMismatch] = []
  private var batches: [Cell: Int] = [:]
  private var unsteady = 0
  private var warnings: [String] = []
  /// The reasons why the worker lacked its processor in timed rounds.
  private(set) var disturbed = DisturbedRounds()
  /// The warnings that a user should see before minutes of measuring: that the worker is a debug build, or older than its sources.
  package nonisolated let firstWarnings: [String]

  /// Begins the run in the plan's folder; `whole` are all cells, of which the plan may select a shard.
  package init(plan: RunPlan, greeting: WorkerGreeting, whole: [Cell] = []) async throws {
    var metadata = try await RunMetadata.begin(plan: plan, greeting: greeting)
    metadata.plan.shard = plan.shard.map { ShardRecord($0, of: whole) }
    metadata.plan.filter = plan.filter.isEmpty ? nil : plan.filter
    let measured = Set(whole.map(\.strategy))
    metadata.promises = greeting.promises?.filter { whole.isEmpty || measured.contains($0.key) }
    metadata.ownStrategies = greeting.ownStrategies
    suite = greeting.suite
    metrics = greeting.metrics ?? []
    let isDebug = greeting.configuration == .debug
    firstWarnings =
      isDebug || metadata.source.newerSources?.isEmpty == false ? metadata.warnings : []
    try FileAccess.makeFolder(plan.folder)
    lock = try RunLock(folder: plan.folder)
    writer = try RunWriter.create(folder: plan.folder, metadata: metadata)
    run = metadata.id
    commit = metadata.source.commit
  }

  /// The cells that still have to be counted.
  package func uncounted(_ cells: [Cell]) -> [Cell] {
    cells.filter { !counted.contains($0) }
  }

  /// The cells whose instructions still have to be counted.
  package func uninstructed(_ cells: [Cell]) -> [Cell] {
    cells.filter { !instructed.contains($0) }
  }

  /// Writes the counts of valgrind for a cell, which are the same in every round.
  ///
  /// - Parameters:
  ///   - samples: the counts.
  ///   - cell: the cell.
  ///   - functions: the functions of the worker that the cell executes, by symbol; nil if these are not known. They are
  ///     not written.
  /// - Throws: the errors of the writer.
  package func recordInstructions(
    _ samples: [SampleRow], of cell: Cell, functions: Set<String>? = nil
  ) throws {
    try writer.append(rows(cell, samples, round: 0))
    instructed.insert(cell)
    instructionRows[cell] = samples
    executedFunctions[cell] = functions
  }

  /// Writes the exact rows of a cell that are known to be equal in every round.
  package func recordExact(_ sample: CellSample) throws {
    for round in 1...RunPlan.countingRounds { try recordExact(sample, round: round) }
  }

  /// Writes the exact rows of a cell when its second round has arrived.
  ///
  /// Equal rows are written once, with round 0; others once per round, and the run gets a warning.
  package func recordExact(_ sample: CellSample, round: Int) throws {
    let cell = sample.cell
    guard let other = unpaired.removeValue(forKey: cell) else {
      unpaired[cell] = (round, sample)
      return
    }
    texts[cell] = sample.mismatch != nil ? .wrong : sample.isUntold == true ? nil : .ok
    if let mismatch = sample.mismatch { wrongTexts.append(CellMismatch(suite, cell, mismatch)) }
    if let dropped = sample.droppedActions {
      warnings.append(
        "\(cell.id): \(dropped) onChange \(dropped == 1 ? "action was" : "actions were") dropped, since the update had run two already"
      )
    }
    var written: [Row] = []
    var unequal: [SeriesKey] = []
    exactSamples[cell] = sample
    let pairs = try pair(rows(other.sample, round: 0), rows(sample, round: 0))
    for (a, b) in pairs {
      guard a == b, let row = a else {
        exactSamples[cell] = nil
        if let series = (a ?? b)?.series { unequal.append(series) }
        for (row, round) in [(a, other.round), (b, round)] {
          guard var row else { continue }
          row.round = round
          written.append(row)
        }
        continue
      }
      written.append(row)
    }
    for metric in Set(unequal.map(\.metric)).sorted(by: { $0.rawValue < $1.rawValue }) {
      func phases(_ series: [SeriesKey]) -> String {
        series.filter { $0.metric == metric }.map(\.phase.rawValue).joined(separator: ", ")
      }
      let equal = phases(pairs.compactMap(\.0?.series).filter { !unequal.contains($0) })
      warnings.append(
        "\(cell.id): \(metric.rawValue) differs between rounds, in \(phases(unequal))"
          + (equal.isEmpty ? "" : "; it repeats in \(equal)"))
    }
    try writer.append(written)
    counted.insert(cell)
  }

  /// Writes the times of a cell in a round.
  package func recordTimes(_ sample: CellSample, round: Int) throws {
    if sample.batch > 1 { batches[sample.cell] = sample.batch }
    if !sample.steady { unsteady += 1 }
    try writer.append(rows(sample, round: round))
    timed[sample.cell, default: []].insert(round)
  }

  /// Writes the times of a slice.
  package func recordSlice(_ slice: CellSlice, of cell: Cell, round: Int) throws {
    try writer.append(rows(cell, slice.rows, round: round))
    timed[cell, default: []].insert(round)
  }

  /// Records a look of a paired comparison.
  package func record(_ look: PairedRecord.Look) throws {
    try writer.update { $0.paired?.looks.append(look) }
  }

  /// The number of keystrokes per pair of clock readings in earlier rounds, so that later rounds use the same.
  package func batch(of cell: Cell) -> Int? {
    timed[cell] == nil ? nil : batches[cell] ?? 1
  }

  /// The parts that a run that ends now lacks, in words.
  package func missing(of cells: [Cell], plan: RunPlan) -> String {
    let uncounted = cells.count { !counted.contains($0) }
    let uninstructed = plan.instructions == .valgrind ? self.uninstructed(cells).count : 0
    let untimed = plan.times ? cells.reduce(0) { $0 + plan.rounds - (timed[$1]?.count ?? 0) } : 0
    return
      "lost: the counts of \(uncounted) of \(cells.count) cells, "
      + (uninstructed > 0 ? "the instructions of \(uninstructed), " : "")
      + "\(untimed) of \(plan.times ? cells.count * plan.rounds : 0) timings"
  }

  /// Saves the facts about the cells so far in `run.json`, so that a kill does not lose them.
  package func checkpoint() throws {
    try writer.update { describeCells(in: &$0) }
  }

  private func describeCells(in metadata: inout RunMetadata) {
    metadata.wrongTexts = wrongTexts.sorted { $0.cell < $1.cell }
    metadata.batchedKeystrokes = Dictionary(
      uniqueKeysWithValues: batches.map { ($0.key.id, $0.value) })
  }

  /// A timed round begins on a processor; nil for any, or several.
  func beginRound(on processor: Int?) { disturbed.begin(on: processor) }

  /// The timed round has ended.
  func endRound() { disturbed.end() }

  /// Adds a warning of the run about its own figures.
  package func warn(_ text: String) { warnings.append(text) }

  /// Ends the run.
  package func end(_ status: RunStatus, lost: String? = nil) throws {
    defer { lock.release() }
    var warnings = warnings + disturbed.warnings
    if unsteady > 0 {
      warnings.append(
        "\(unsteady) \(unsteady == 1 ? "timing" : "timings") began before the cell was steady")
    }
    if let lost { warnings.append(lost) }
    try writer.finish {
      $0.status = status
      $0.end = RunMetadata.wholeSeconds(Date())
      $0.conditions.loadAverageAtEnd = MachineFacts.loadAverage()
      $0.conditions.stolenShare = disturbed.stolenShare
      $0.warnings += warnings
      describeCells(in: &$0)
    }
  }

  private func rows(_ sample: CellSample, round: Int) throws -> [Row] {
    try rows(sample.cell, sample.rows, round: round)
  }

  private func rows(_ cell: Cell, _ rows: [SampleRow], round: Int) throws -> [Row] {
    try rows.map { row in
      guard let summary = row.summary else {
        throw Problem(
          "a sample of \(cell.id) has \(row.figures.count) figures, not 7",
          hint: "build the worker anew")
      }
      if let own = row.metric.own, !metrics.contains(own) {
        throw Problem(
          "a sample of \(cell.id) has the metric \(own.name), which \(suite) does not declare",
          hint: "list it among the metrics of the suite"
        )
      }
      return Row(
        run: run, commit: commit, round: round,
        series: SeriesKey(
          suite: suite, cell: cell, phase: row.phase, metric: row.metric,
          instrument: row.instrument),
        count: row.count, summary: summary, text: texts[cell])
    }
  }

  /// Pairs the rows of two samples that belong to the same series.
  private func pair(_ a: [Row], _ b: [Row]) -> [(Row?, Row?)] {
    let verdict = { (row: Row) -> Row in
      var row = row
      row.text = self.texts[row.cell]
      return row
    }
    let others = Dictionary(b.map { ($0.series, verdict($0)) }) { first, _ in first }
    let known = Set(a.map(\.series))
    return a.map { (verdict($0), others[$0.series]) }
      + b.filter { !known.contains($0.series) }.map { (nil, verdict($0)) }
  }
}
