import BenchmarkModel
import BenchmarkResults

/// One of the two builds of a comparison.
struct PairedSide: Sendable {
  let conductor: Conductor

  private var plan: RunPlan { conductor.plan }

  /// The cells that match the filter.
  ///
  /// - Throws: `Problem`, also if the build speaks another protocol; then with the commit.
  func cells() async throws -> [Cell] {
    do { return try await conductor.cells(tries: false).cells } catch let other as OtherProtocol {
      let side = plan.paired?.role.rawValue ?? "worker"
      let commit = plan.commit.map { " \($0.id)" } ?? ""
      let age = other.version < ProtocolVersion.current ? "old" : "new"
      throw Problem(
        "the \(side)\(commit) is too \(age): its worker speaks version \(other.version) of the protocol, and this keystroke-bench \(ProtocolVersion.current)",
        hint: "compare commits that speak the same, with the keystroke-bench of one of them"
      )
    }
  }

  /// The greeting of a worker, with the shim preloaded if allocations are counted.
  func greeting() async throws -> WorkerGreeting {
    let preload = try preload()
    let greeting = try await WorkerProcess.with(conductor.launch(preload: preload)) { $0.greeting }
    if plan.allocations, greeting.allocatorVersion == nil {
      throw Problem(greeting.shimProblem ?? "the shim is not live in \(greeting.suite)")
    }
    return greeting
  }

  /// Counts allocations, and all else that is exact but instructions, except in the cells that an earlier comparison of
  /// the same program has counted.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - recorder: the recorder of the rows.
  ///   - recounts: true to count all cells.
  /// - Throws: the errors of the worker and of `recorder`.
  func count(_ cells: [Cell], recorder: RunRecorder, recounts: Bool) async throws {
    var kept: KeptCounts<CellSample>?
    if plan.allocations { kept = try await self.kept("samples.json", preload: preload()) }
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

  /// Counts instructions, except in the cells that an earlier comparison of the same program has counted.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - recorder: the recorder of the rows.
  ///   - recounts: true to count all cells.
  /// - Returns: the functions of the program that each cell executes, by symbol, if they are known.
  /// - Throws: the errors of the worker and of `recorder`.
  func countInstructions(
    _ cells: [Cell], recorder: RunRecorder, recounts: Bool
  ) async throws -> [Cell: Set<String>] {
    var kept: KeptCounts<[SampleRow]>?
    if plan.countsFolder != nil {
      kept = await self.kept(
        "instructions.json", preload: nil, tools: try await ValgrindTools.files())
    }
    var executed: [Cell: Set<String>] = [:]
    var unsaved = Set(cells)
    for cell in cells where !recounts {
      guard let rows = kept?[cell] else { continue }
      unsaved.remove(cell)
      executed[cell] = kept?.functions(of: cell)
      try await recorder.recordInstructions(rows, of: cell)
      conductor.progress.step(
        "taking the instructions counted before", cell.id, work: RunPlan.workOfInstructions)
    }
    try await conductor.countInstructions(cells, recorder: recorder, notesFunctions: true)
    try await recorder.checkpoint()
    let functions = await recorder.executedFunctions
    kept?.save(
      await recorder.instructionRows.filter { unsaved.contains($0.key) }, functions: functions)
    return executed.merging(functions) { $1 }
  }

  /// The counts that are kept of the program; nil if they cannot be kept.
  private func kept<Counts>(
    _ name: String, preload: String?, tools: [String] = []
  ) async -> KeptCounts<Counts>? {
    guard let folder = plan.countsFolder,
      let dependencies = await CountDependencies.of(plan, preload: preload, tools: tools)
    else { return nil }
    return KeptCounts("\(folder)/\(name)", dependencies: dependencies)
  }

  private func preload() throws -> String? {
    plan.allocations ? try ShimLibrary.check(plan.shim) : nil
  }
}
