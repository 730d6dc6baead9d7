import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// One of the two builds of a comparison.
struct PairedSide: Sendable {
  let conductor: Conductor

  private var plan: RunPlan { conductor.plan }

  /// The cells that match the filter.
  ///
  /// - Throws: `RunError`, also if the build speaks another protocol; then with the commit.
  func cells() async throws -> [Cell] {
    do { return try await conductor.cells() } catch let other as OtherProtocol {
      let side = plan.paired?.role.rawValue ?? "worker"
      let commit = plan.commit.map { " \($0.id)" } ?? ""
      let age = other.version < ProtocolVersion.current ? "old" : "new"
      throw RunError(
        "the \(side)\(commit) is too \(age): its worker speaks version \(other.version) of the protocol, and this keystroke-bench \(ProtocolVersion.current); compare commits that speak the same, with the keystroke-bench of one of them"
      )
    }
  }

  /// The greeting of a worker, with the shim preloaded if allocations are counted.
  func greeting() async throws -> WorkerGreeting {
    let preload = try preload()
    let greeting = try await WorkerProcess.with(conductor.launch(preload: preload)) { $0.greeting }
    if plan.allocations, greeting.allocatorVersion == nil {
      throw RunError(greeting.shimProblem ?? "the shim is not live in \(greeting.suite)")
    }
    return greeting
  }

  /// Counts allocations, and all else that is exact but instructions, except in the cells that an earlier comparison of
  /// the build, or of the other side if that is the same program, has counted.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - recorder: the recorder of the rows.
  ///   - recounts: true to count all cells.
  /// - Throws: the errors of the worker and of `recorder`.
  func count(_ cells: [Cell], recorder: RunRecorder, recounts: Bool) async throws {
    var kept = await keptSamples()
    var unsaved = Set(cells)
    for cell in cells where !recounts {
      guard let sample = kept?[cell] else { continue }
      unsaved.remove(cell)
      try await recorder.recordExact(sample)
      conductor.progress.step(
        "taking what was counted before", cell.id,
        work: RunPlan.workOfCounting * Double(RunPlan.countingRounds))
    }
    try await conductor.count(cells, preload: preload(), recorder: recorder)
    kept?.save(await recorder.exactSamples.filter { unsaved.contains($0.key) })
    try await recorder.checkpoint()
  }

  /// The samples that are kept of the build; nil if there are none, or allocations are not counted.
  private func keptSamples() async -> KeptSamples? {
    guard plan.allocations, let folder = plan.countsFolder else { return nil }
    return await KeptSamples(in: folder, worker: plan.worker, shim: plan.shim, seed: plan.seed)
  }

  /// The instructions that an earlier comparison of the build has counted; nil if they cannot be kept.
  func keptInstructions() async -> KeptInstructions? {
    guard let folder = plan.countsFolder else { return nil }
    return await KeptInstructions(in: folder, worker: plan.worker, seed: plan.seed)
  }

  /// Counts instructions, except those that are known.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - recorder: the recorder of the rows.
  ///   - known: the counts that are known.
  /// - Returns: the counts of all cells.
  /// - Throws: the errors of the worker and of `recorder`.
  func countInstructions(
    _ cells: [Cell], recorder: RunRecorder, known: [Cell: KeptInstructions.Counts]
  ) async throws -> [Cell: KeptInstructions.Counts] {
    for cell in cells {
      guard let counts = known[cell] else { continue }
      try await recorder.recordInstructions(counts.rows, of: cell, functions: counts.functions)
      conductor.progress.step(
        "taking the instructions counted before", cell.id, work: plan.workOfInstructions)
    }
    try await conductor.countInstructions(cells, recorder: recorder, notesFunctions: true)
    try await recorder.checkpoint()
    let functions = await recorder.executedFunctions
    return await recorder.instructionRows.reduce(into: [:]) { counts, cell in
      counts[cell.key] = .init(rows: cell.value, functions: functions[cell.key])
    }
  }

  private func preload() throws -> String? {
    plan.allocations ? try ShimLibrary.check(plan.shim) : nil
  }
}
