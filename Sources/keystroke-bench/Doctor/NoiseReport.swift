import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// What the harness itself costs, and whether it reads known bodies as known.
struct NoiseReport: Sendable {
  /// What is known of a body, and what was measured.
  struct Check: Sendable {
    /// The body.
    var body: String
    /// What was looked at, with its unit.
    var figure: String
    /// The metric, where it is one of a run's.
    var metric: Metric?
    /// What the body costs by construction.
    var known: Double
    /// What the harness measured.
    var measured: Double
    /// What valgrind's memcheck counts over the system's allocator; nil for times, and where it
    /// could not be had.
    var memcheck: Double?
    /// How far the measured may be off, as a share of the known.
    var tolerance: Double

    /// Whether the harness told the truth.
    var isTrue: Bool { abs(measured - known) <= tolerance * known }
  }

  /// Bodies of known cost.
  var checks: [Check]
  /// Why memcheck counted nothing, with the hint; nil where it did.
  var memcheckProblem: String?
  /// What a pair of malloc and free costs under each allocator.
  var heapOverheads: HeapOverheads
  /// What counting instructions costs; nil where valgrind cannot.
  var instructionOverheads: InstructionOverheads?
  /// Why it cannot, with the hint.
  var instructionProblem: String?
  /// What the harness adds to a keystroke: the median of an empty body, one to a pair of clock readings.
  var emptyKeystroke: Double
  /// The same, where so many are batched that the clock no longer counts.
  var emptyBatchedKeystroke: Double
  /// What reading the clock costs, in nanoseconds.
  var clockOverhead: Double
  /// The step of the clock, in nanoseconds.
  var clockResolution: Double

  /// How far a ratio of times may be off: what remains of noise in a median on a shared machine.
  private static let timeTolerance = 0.05
  private static let milliseconds = 100.0

  /// Measures the bodies of an executable like `HarnessNoise`.
  ///
  /// - Parameters:
  ///   - worker: the executable.
  ///   - shim: the library that counts allocations.
  ///   - allowsDebug: whether a debug build may be measured.
  /// - Returns: what was measured.
  /// - Throws: `RunError` where a worker cannot be launched, or its shim is not live.
  static func measure(
    worker: String, shim: String, allowsDebug: Bool
  ) async throws -> NoiseReport {
    var launch = WorkerLaunch(
      executable: worker, processor: Processors.allowed().last, allowsDebug: allowsDebug)
    let timed: Timings = try await WorkerProcess.with(launch) { worker in
      try await Timings(&worker)
    }
    let unit = timed.medians["spin-1"].map { $0 - timed.emptyBatched }
    let ratios = timed.known.compactMap { body, known -> Check? in
      // That the unit is once itself would be a check that cannot fail.
      guard let times = known.timesUnit, times != 1, let median = timed.medians[body], let unit
      else { return nil }
      return Check(
        body: body, figure: "times spin-1", known: times,
        measured: (median - timed.emptyBatched) / unit, tolerance: timeTolerance)
    }
    launch.preload = try ShimLibrary.check(shim)
    let heap = try await HeapOverheads.measure(launch)
    var counted: [Check] = try await WorkerProcess.with(launch) { worker in
      try await Self.counts(&worker)
    }
    let memcheck = await Memcheck.heapUsage(
      of: Set(counted.filter { $0.known > 0 }.map(\.body)).sorted().map(BodyCell.named),
      executable: worker)
    for index in counted.indices {
      guard let usage = memcheck.usages[BodyCell.named(counted[index].body)] else {
        continue
      }
      counted[index].memcheck =
        counted[index].metric == .allocations ? usage.allocations : usage.bytes
    }
    var instructions: InstructionOverheads?
    var instructionProblem: String?
    do {
      instructions = try await InstructionOverheads.measure(
        worker: worker, allowsDebug: allowsDebug)
    } catch let error as RunError {
      instructionProblem = error.description
    }
    return NoiseReport(
      checks: (ratios + counted).sorted { ($0.body, $0.figure) < ($1.body, $1.figure) },
      memcheckProblem: memcheck.problem, heapOverheads: heap,
      instructionOverheads: instructions, instructionProblem: instructionProblem,
      emptyKeystroke: timed.empty, emptyBatchedKeystroke: timed.emptyBatched,
      clockOverhead: timed.clock.overhead, clockResolution: timed.clock.resolution)
  }

  private static func median(
    _ body: String, of worker: inout WorkerProcess, batch: Int? = nil
  ) async throws -> Double? {
    guard let cell = try await worker.cells(matching: CellFilter(strategy: [body])).first else {
      return nil
    }
    return try await Timings.median(cell, of: &worker, batch: batch)
  }

  /// Allocations and bytes a call of every body that knows them.
  private static func counts(_ worker: inout WorkerProcess) async throws -> [Check] {
    var checks: [Check] = []
    for cell in try await worker.cells(matching: CellFilter()) {
      let sample = try await worker.ask(
        CountRequest(cell: cell, seed: RunPlan.defaultSeed, allocations: true))
      for (metric, known) in [
        (Metric.allocations, sample.knownCost?.allocations), (.bytes, sample.knownCost?.bytes),
      ] {
        let row = sample.rows.first { $0.metric == metric && $0.phase == .total }
        guard let known, let mean = row?.summary?.mean else { continue }
        checks.append(
          Check(
            body: cell.strategy, figure: "\(metric.rawValue) a call", metric: metric,
            known: Double(known), measured: mean, tolerance: 0))
      }
    }
    return checks
  }

  private struct Timings: Sendable {
    var medians: [String: Double] = [:]
    var known: [String: KnownCost] = [:]
    var empty: Double
    var emptyBatched: Double
    var clock: ClockCalibration

    init(_ worker: inout WorkerProcess) async throws {
      guard let clock = worker.greeting.clock else {
        throw RunError("\(worker.name) does not say what its clock costs")
      }
      self.clock = clock
      for cell in try await worker.cells(matching: CellFilter()) {
        let sample = try await worker.ask(
          TimeRequest(
            cell: cell, seed: RunPlan.defaultSeed, milliseconds: NoiseReport.milliseconds))
        medians[cell.strategy] = sample.rows.first { $0.phase == .total }?.summary?.p50
        known[cell.strategy] = sample.knownCost
      }
      guard let single = try await NoiseReport.median("empty", of: &worker, batch: 1),
        let batched = medians["empty"]
      else { throw RunError("the suite has no body called \"empty\"") }
      empty = single
      emptyBatched = batched
    }

    static func median(_ cell: Cell, of worker: inout WorkerProcess, batch: Int?) async throws
      -> Double?
    {
      let sample = try await worker.ask(
        TimeRequest(
          cell: cell, seed: RunPlan.defaultSeed, milliseconds: NoiseReport.milliseconds,
          batch: batch))
      return sample.rows.first { $0.phase == .total }?.summary?.p50
    }
  }
}
