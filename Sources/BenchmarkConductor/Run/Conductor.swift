import BenchmarkModel
import BenchmarkResults
import Foundation

/// Carries out a run: launches workers, asks them for each cell, writes what they answer.
///
/// First every cell is counted, in two fresh processes side by side; then it is timed, in a fresh process a round,
/// one after the other and kept on one processor. The order of cells is random in each.
public struct Conductor: Sendable {
  package let plan: RunPlan
  package let progress: any RunProgress

  /// A conductor of a plan, which tells `progress` how far it is.
  public init(_ plan: RunPlan, progress: any RunProgress) {
    self.plan = plan
    self.progress = progress
  }

  /// The cells that the plan's filter means, or those that its shard measures.
  ///
  /// - Throws: `RunError` where the worker cannot be asked.
  public func cells() async throws -> [Cell] {
    try await WorkerProcess.with(launch()) { worker in
      plan.cells(of: try await worker.cells(matching: plan.filter))
    }
  }

  /// Measures every cell and leaves a run in the plan's folder.
  ///
  /// Whatever ends it, `run.json` says how far it got.
  ///
  /// - Throws: `RunError` or `ResultsError` where the work could not be done,
  ///   ``RunInterrupted`` where it was cancelled and rows were written, `CancellationError` where none could be.
  public func run() async throws {
    // What cannot be done is found out before anything is written.
    if plan.times { try MeasuringTools.check() }
    let preload = plan.allocations ? try ShimLibrary.check(plan.shim) : nil
    let (whole, greeting) = try await WorkerProcess.with(launch(preload: preload)) { worker in
      (try await worker.cells(matching: plan.filter), worker.greeting)
    }
    guard !whole.isEmpty else { throw RunError.noCells(of: greeting.suite) }
    if plan.allocations, greeting.allocatorVersion == nil {
      throw RunError(greeting.shimProblem ?? "the shim is not live in \(greeting.suite)")
    }
    // A shard is measured as it would be in the whole, so that all of them together are the whole.
    let fitted = plan.fitted(to: whole.count)
    if fitted.instructions == .valgrind { try await ValgrindTools.check() }
    try await Conductor(fitted, progress: progress).measure(
      whole, greeting: greeting, preload: preload,
      remarks: plan.remarks(on: fitted, cells: whole.count))
  }

  /// Measures the cells, or those of the shard, as the plan says, and writes remarks into the run.
  private func measure(
    _ whole: [Cell], greeting: WorkerGreeting, preload: String?, remarks: [String]
  ) async throws {
    let cells = plan.cells(of: whole)
    var remarks = remarks
    if cells.isEmpty, let shard = plan.shard {
      remarks.append(
        "none of the \(whole.count) cells is of shard \(shard); merge needs it all the same")
    }
    let recorder = try await RunRecorder(plan: plan, greeting: greeting, whole: whole)
    for remark in remarks {
      await recorder.warn(remark)
      progress.remark(remark)
    }
    progress.begin(work: plan.work(cells: cells.count, findsSites: preload != nil))
    defer { progress.end() }
    do {
      try await count(cells, preload: preload, recorder: recorder)
      try await recorder.checkpoint()
      if plan.instructions == .perf {
        try await countProcessorInstructions(cells, recorder: recorder)
        try await recorder.checkpoint()
      }
      let sites = plan.sites ? SiteCollector(suite: greeting.suite) : nil
      if plan.instructions == .valgrind {
        try await countInstructions(cells, recorder: recorder)
        try await recorder.checkpoint()
      }
      if let sites {
        if plan.instructions == .valgrind { try await collectFunctions(of: cells, into: sites) }
        if let preload { try await collectSites(of: cells, preload: preload, into: sites) }
        try SiteFile.write(await sites.named(), toRun: plan.folder)
      }
      if plan.times { try await time(cells, recorder: recorder) }
      try await recorder.end(.finished)
    } catch {
      let missing = await recorder.missing(of: cells, plan: plan)
      let isInterrupted = error is CancellationError || Task.isCancelled
      // A disk that is full may not even take this; what was written stays readable.
      try? await recorder.end(isInterrupted ? .interrupted : .failed, lost: missing)
      guard isInterrupted else { throw RunError("\(SystemProblem.words(error)); \(missing)") }
      throw RunInterrupted(lost: missing)
    }
  }
}

extension Conductor {
  package func launch(
    preload: String? = nil, processor: Int? = nil, layout: ProcessLayout? = nil
  ) -> WorkerLaunch {
    WorkerLaunch(
      executable: plan.worker, name: plan.paired.map { "the \($0.role.rawValue)'s worker" },
      preload: preload, processor: processor,
      allowsDebug: plan.allowsDebug, layout: layout)
  }

  /// The cells in the random order of a round.
  private func order(_ cells: [Cell], round: String) -> [Cell] {
    var random = SplitMix64(seed: plan.seed, "order", round)
    return random.shuffled(cells)
  }

  /// Counts do not depend on load, so the rounds run side by side.
  package func count(_ cells: [Cell], preload: String?, recorder: RunRecorder) async throws {
    let cells = await recorder.uncounted(cells)
    guard !cells.isEmpty else { return }
    try await withThrowingTaskGroup { group in
      for round in 1...RunPlan.countingRounds {
        group.addTask {
          try await WorkerProcess.with(launch(preload: preload)) { worker in
            for cell in order(cells, round: "count \(round)") {
              progress.step("counting", cell.id, work: RunPlan.workOfCounting)
              let request = CountRequest(
                cell: cell, seed: plan.seed, allocations: plan.allocations)
              let sample = try await worker.ask(request)
              try await recorder.recordExact(sample, round: round)
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func time(_ cells: [Cell], recorder: RunRecorder) async throws {
    let processor = Processors.allowed().last
    let log = plan.histograms ? try HistogramLog(runFolder: plan.folder, start: plan.start) : nil
    var throttled = ThrottledRounds()
    for round in 1...plan.rounds {
      let cells = await recorder.untimed(cells, round: round)
      guard !cells.isEmpty else { continue }
      throttled.begin()
      try await WorkerProcess.with(launch(processor: processor)) { worker in
        for cell in order(cells, round: "time \(round)") {
          progress.step(
            "timing, round \(round) of \(plan.rounds)", cell.id, work: plan.workOfTiming)
          let request = TimeRequest(
            cell: cell, seed: plan.seed, milliseconds: plan.millisecondsACell,
            batch: await recorder.batch(of: cell), histograms: plan.histograms ? true : nil)
          let start = Date()
          let sample = try await worker.ask(request)
          try await recorder.recordTimes(sample, round: round)
          try log?.append(
            sample.histograms ?? [], of: cell, batch: sample.batch, start: start,
            length: plan.millisecondsACell / 1e3)
        }
      }
      throttled.end()
      try await recorder.checkpoint()
    }
    if let warning = throttled.warning {
      await recorder.warn(warning)
      progress.remark(warning)
    }
  }
}

/// A run was cancelled; what was measured is kept.
public struct RunInterrupted: Error {
  /// A sentence that says what the run lacks.
  public var lost: String

  package init(lost: String) { self.lost = lost }
}

/// Whoever shows how far a run is.
public protocol RunProgress: Sendable {
  /// Something begins that takes so much work, in any unit.
  func begin(work: Double)
  /// The next step begins, on a cell or a locale, and is so much of the work.
  func step(_ activity: String, _ subject: String, work: Double)
  /// The run is over.
  func end()
  /// Something that whoever waits must know.
  func remark(_ text: String)
}

extension RunProgress {
  /// So many steps begin that take about the same.
  public func begin(steps: Int) { begin(work: Double(steps)) }
  /// The next of them begins.
  public func step(_ activity: String, _ subject: String) { step(activity, subject, work: 1) }
}
