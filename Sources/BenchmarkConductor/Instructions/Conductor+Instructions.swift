import BenchmarkResults
import KeystrokeWorkload
import Synchronization
import WorkerClient
import WorkerProtocol

extension Conductor {
  /// Counts instructions, retains and releases of each cell under callgrind: a worker a processor, side by side.
  ///
  /// No second round is needed to see whether they are exact: each worker first shows that equal keystrokes cost the
  /// same, and both that they agree.
  ///
  /// - Parameters:
  ///   - cells: the cells; those whose rows are written already are counted again only for their sites.
  ///   - recorder: where rows go.
  ///   - sites: where it goes which functions spend what; nil where that is not wanted.
  /// - Throws: `RunError` where a worker dies or its counts are not exact; what `recorder` throws.
  func countInstructions(
    _ cells: [Cell], recorder: RunRecorder, sites: SiteCollector?
  ) async throws {
    let cells = sites == nil ? await recorder.uninstructed(cells) : cells
    guard !cells.isEmpty else { return }
    progress.step("starting under valgrind", plan.worker, work: RunPlan.workOfStart)
    try await CallgrindFolder.with(launch()) { folder in
      let left = CellQueue(cells)
      let workers = min(max(Processors.allowed().count, 1), cells.count)
      let overheads = try await withThrowingTaskGroup { group in
        for _ in 0..<workers {
          group.addTask {
            try await countInstructions(left, folder: folder, recorder: recorder, sites: sites)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      guard overheads.allSatisfy({ $0 == overheads[0] }) else {
        throw RunError(
          "instructions are not exact here: two workers under callgrind differ in what empty keystrokes cost: \(overheads)"
        )
      }
    }
  }

  /// Counts one cell after the other while there are any left.
  private func countInstructions(
    _ left: CellQueue, folder: CallgrindFolder, recorder: RunRecorder,
    sites: SiteCollector?
  ) async throws -> InstructionOverhead {
    try await WorkerProcess.with(folder.launch) { worker in
      let overhead = try await worker.instructionOverhead(in: folder)
      while let cell = left.next() {
        progress.step("counting instructions", cell.id, work: plan.workOfInstructions)
        let dumps = try await worker.dumps(
          .instructions(CellRequest(cell: cell, seed: plan.seed)),
          doing: "while it counted the instructions of \(cell.id)")
        let counts = try InstructionCounts(cell: cell, folder.read(dumps), overhead: overhead)
        try await recorder.recordInstructions(counts.rows(), of: cell)
        await sites?.add(counts, countedIn: folder)
      }
      return overhead
    }
  }
}

extension Conductor {
  /// Has the processor count instructions: a fresh worker a round, one after the other, on one processor.
  func countProcessorInstructions(_ cells: [Cell], recorder: RunRecorder) async throws {
    for round in 1...RunPlan.countingRounds {
      let cells = await recorder.uninstructed(cells, round: round)
      guard !cells.isEmpty else { continue }
      try await WorkerProcess.with(launch(processor: Processors.allowed().last)) { worker in
        for cell in cells {
          progress.step(
            "counting instructions, round \(round)", cell.id, work: plan.workOfInstructions)
          let sample = try await worker.sample(
            .processorInstructions(CellRequest(cell: cell, seed: plan.seed)), of: cell)
          try await recorder.recordProcessorInstructions(
            sample, round: round)
        }
      }
    }
  }
}

/// The cells that no worker has taken yet.
final class CellQueue: Sendable {
  private let left: Mutex<ArraySlice<Cell>>

  init(_ cells: [Cell]) { left = Mutex(cells[...]) }

  func next() -> Cell? { left.withLock { $0.popFirst() } }
}
