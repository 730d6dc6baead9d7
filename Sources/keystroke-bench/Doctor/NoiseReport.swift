import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The cost of the harness itself, and checks that it reads bodies of known cost as known.
struct NoiseReport: Sendable {
  /// The known cost of a body, and the measured one.
  struct Check: Sendable {
    /// The body.
    var body: String
    /// The figure that was checked, with its unit.
    var figure: String
    /// The metric, if it is one of a run's.
    var metric: Metric?
    /// The cost of the body by construction.
    var known: Double
    /// The cost that the harness measured.
    var measured: Double
    /// The count of valgrind's memcheck over the system's allocator; nil for times, and if it could not
    /// be had.
    var memcheck: Double?
    /// The maximum difference between measured and known, as a share of the known.
    var tolerance: Double

    /// True if the measured cost agrees with the known one.
    var isTrue: Bool { abs(measured - known) <= tolerance * known }
  }

  /// Bodies of known cost.
  var checks: [Check]
  /// The reason why memcheck counted nothing, with the hint; nil if it did.
  var memcheckProblem: String?
  /// The cost of a pair of malloc and free under each allocator.
  var heapOverheads: HeapOverheads
  /// The cost of counting instructions; nil if valgrind cannot.
  var instructionOverheads: InstructionOverheads?
  /// The reason why it cannot, with the hint.
  var instructionProblem: String?
  /// The time that the harness adds to a keystroke: the median of an empty body, one to a pair of clock readings.
  var emptyKeystroke: Double
  /// The same, with so large a batch that the cost of the clock no longer counts.
  var emptyBatchedKeystroke: Double
  /// The cost of reading the clock, in nanoseconds.
  var clockOverhead: Double
  /// The step of the clock, in nanoseconds.
  var clockResolution: Double

  /// The maximum error of a ratio of times: the noise that remains in a median on a shared machine.
  private static let timeTolerance = 0.05
  private static let milliseconds = 100.0

  /// Measures the bodies of an executable like `HarnessNoise`.
  ///
  /// - Parameters:
  ///   - worker: the executable.
  ///   - shim: the library that counts allocations.
  ///   - allowsDebug: whether a debug build may be measured.
  /// - Returns: what was measured.
  /// - Throws: `RunError` if a worker cannot be launched, or its shim is not live.
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
        throw RunError(
          "\(worker.name) does not report the cost of its clock: build it from this version")
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
      else {
        throw RunError(
          "the suite has no body called \"empty\": build HarnessNoise from this version")
      }
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
