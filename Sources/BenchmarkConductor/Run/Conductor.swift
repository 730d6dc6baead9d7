import BenchmarkModel
import BenchmarkResults

/// Carries out a run: launches workers, sends them requests for each cell, writes their answers.
///
/// First every cell is counted, in two fresh processes in parallel; then it is timed, in a fresh process per round, one
/// after the other on one processor. The order of cells is random in each.
package struct Conductor: Sendable {
  package private(set) var plan: RunPlan
  package let progress: any RunProgress

  /// Makes a conductor of a plan, which reports its progress to `progress`.
  package init(_ plan: RunPlan, progress: any RunProgress) {
    self.plan = plan
    self.progress = progress
  }

  /// The cells that match the plan's filter, or those of its shard.
  ///
  /// - Parameter tries: false for the worker of another commit, which may not know how to try strategies.
  /// - Returns: the cells, and the error for strategies that were left out.
  /// - Throws: `Problem` if the worker cannot be asked.
  package func cells(tries: Bool = true) async throws -> (cells: [Cell], leftOut: Problem?) {
    try await WorkerProcess.with(launch()) { worker in
      let tried = tries ? try await self.tried(in: &worker) : self
      return (plan.cells(of: try await worker.cells(matching: plan.filter)), tried.leftOut)
    }
  }

  /// Tries the suite's own strategies, if it has some, and leaves out those that end the process.
  ///
  /// - Returns: a conductor that launches workers without them.
  func tried(in worker: inout WorkerProcess) async throws -> Conductor {
    try await remarkRegions(in: &worker)
    guard worker.greeting.ownStrategies?.isEmpty == false else { return self }
    var tried = self
    tried.plan.trapped = try await worker.ask(TrialRequest(filter: plan.filter))
    tried.plan.trapped.sorted(by: <).forEach { progress.remark(Self.words(for: $0, $1)) }
    return tried
  }

  /// Says of a language without a region, which is a locale of its own, which locales of it the suite has.
  private func remarkRegions(in worker: inout WorkerProcess) async throws {
    let languages = plan.filter.locale.filter {
      $0.wholeMatch(of: /[a-z]{2,3}/) != nil && $0 != "all"
    }
    guard !languages.isEmpty else { return }
    let known = Set(try await worker.ask(ListRequest(filter: CellFilter())).map(\.locale))
    for language in languages where !known.contains(language) {
      let regions = known.filter { $0.hasPrefix("\(language)_") }.sorted()
      progress.remark(
        "\(language) has no region, so it is a locale that the suite does not have"
          + (regions.isEmpty ? "" : "; it has \(regions.joined(separator: ", "))"))
    }
  }

  private static func words(for strategy: String, _ end: String) -> String {
    "\(strategy) \(end) when a field of it was made and typed into, so it is left out"
  }

  /// The error for strategies that are left out, so that nothing passes without them; nil if there are none.
  var leftOut: Problem? {
    guard let first = plan.trapped.min(by: <) else { return nil }
    let others = plan.trapped.count > 1 ? ", and \(plan.trapped.count - 1) more" : ""
    return Problem(
      Self.words(for: first.key, first.value) + others,
      hint: "its own message is above; all else was done")
  }

  /// Measures every cell and leaves a run in the plan's folder.
  ///
  /// However it ends, `run.json` records how far it got.
  ///
  /// - Returns: the error for strategies that were left out, to be thrown once the run is shown.
  /// - Throws: `Problem` or `Problem` if the work could not be done, ``RunInterrupted`` if it was cancelled after
  ///   rows were written, `CancellationError` if it was cancelled before.
  package func run() async throws -> Problem? {
    // What cannot be done is found out before anything is written.
    if plan.times { try MeasuringTools.check() }
    let preload = plan.allocations ? try ShimLibrary.check(plan.shim) : nil
    let (tried, whole, greeting) = try await WorkerProcess.with(launch(preload: preload)) {
      worker in
      let tried = try await self.tried(in: &worker)
      return (tried, try await worker.cells(matching: plan.filter), worker.greeting)
    }
    guard !whole.isEmpty else { throw tried.leftOut ?? Problem.noCells(of: greeting.suite) }
    if plan.allocations, greeting.allocatorVersion == nil {
      throw Problem(greeting.shimProblem ?? "the shim is not live in \(greeting.suite)")
    }
    // A shard is measured like the whole run, so that all shards together equal the whole run.
    let fitted = tried.plan.fitted(to: whole.count)
    if fitted.instructions == .valgrind { try await ValgrindTools.check() }
    try await Conductor(fitted, progress: progress).measure(
      whole, greeting: greeting, preload: preload,
      remarks: plan.remarks(on: fitted, cells: whole.count)
        + fitted.trapped.sorted(by: <).map { Self.words(for: $0, $1) })
    return tried.leftOut
  }

  /// Measures the cells, or those of the shard, as planned, and writes remarks into the run.
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
    recorder.firstWarnings.forEach(progress.remark)
    for remark in remarks {
      await recorder.warn(remark)
      progress.remark(remark)
    }
    progress.begin(work: plan.work(cells: cells.count, findsSites: preload != nil))
    defer { progress.end() }
    do {
      try await count(cells, preload: preload, recorder: recorder)
      try await recorder.checkpoint()
      if plan.instructions == .valgrind {
        try await countInstructions(cells, recorder: recorder)
        try await recorder.checkpoint()
      }
      let sited = plan.sites ? cells : preload == nil ? [] : cells.filter(plan.sitedCells.contains)
      if !sited.isEmpty {
        let sites = SiteCollector(suite: greeting.suite)
        if plan.sites, plan.instructions == .valgrind {
          try await collectFunctions(of: sited, into: sites)
        }
        if let preload { try await collectSites(of: sited, preload: preload, into: sites) }
        try SiteFile.write(await sites.named(), toRun: plan.folder)
      }
      if plan.times { try await time(cells, recorder: recorder) }
      try await recorder.end(.finished)
    } catch {
      let missing = await recorder.missing(of: cells, plan: plan)
      let isInterrupted = error is CancellationError || Task.isCancelled
      // If the disk is full, even this may fail; the rows written before stay readable.
      try? await recorder.end(isInterrupted ? .interrupted : .failed, lost: missing)
      guard isInterrupted else { throw Problem("\(SystemProblem.words(error))", hint: missing) }
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
      allowsDebug: plan.allowsDebug, layout: layout, folder: plan.workingFolder,
      without: plan.trapped.keys.sorted())
  }

  /// The cells in the random order of a round.
  private func order(_ cells: [Cell], round: String) -> [Cell] {
    var random = SplitMix64(seed: plan.seed, "order", round)
    return random.shuffled(cells)
  }

  /// Counts the cells.
  ///
  /// Counts do not depend on load, so the rounds run in parallel.
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
                cell: cell, seed: plan.seed, allocations: plan.allocations,
                setUp: cell.measuresSetUp)
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
    guard !cells.isEmpty else { return }
    let processor = Processors.allowed().last
    for round in 1...plan.rounds {
      await recorder.beginRound(on: processor)
      try await WorkerProcess.with(launch(processor: processor)) { worker in
        for cell in order(cells, round: "time \(round)") {
          progress.step(
            "timing, round \(round) of \(plan.rounds)", cell.id, work: plan.workOfTiming)
          let request = TimeRequest(
            cell: cell, seed: plan.seed, milliseconds: plan.millisecondsACell,
            batch: await recorder.batch(of: cell), setUp: cell.measuresSetUp)
          let sample = try await worker.ask(request)
          try await recorder.recordTimes(sample, round: round)
        }
      }
      await recorder.endRound()
      try await recorder.checkpoint()
    }
    await recorder.disturbed.warnings.forEach(progress.remark)
  }
}

/// An error for a cancelled run; its measurements are kept.
package struct RunInterrupted: Error {
  /// A sentence about the missing part of the run.
  package var lost: String

  package init(lost: String) { self.lost = lost }
}

/// A receiver of the progress of a run.
package protocol RunProgress: Sendable {
  /// Begins work of this size, in any unit.
  func begin(work: Double)
  /// Begins the next step, on a cell or a locale; `work` is its part of the work.
  func step(_ activity: String, _ subject: String, work: Double)
  /// Ends the run.
  func end()
  /// Shows a message that the user must know.
  func remark(_ text: String)
}

extension RunProgress {
  /// Begins a number of steps that take about the same time.
  package func begin(steps: Int) { begin(work: Double(steps)) }
  /// Begins the next of them.
  package func step(_ activity: String, _ subject: String) { step(activity, subject, work: 1) }
}
