import BenchmarkModel
import BenchmarkResults
import Foundation
import Synchronization

extension Conductor {
  /// Counts the instructions of each cell under valgrind: one worker per processor, in parallel; one worker for a few
  /// cells.
  ///
  /// No second round is needed to see whether counts are exact: each worker first shows that equal keystrokes cost the
  /// same, and the overheads of all workers must agree.
  ///
  /// - Parameters:
  ///   - cells: the cells; those whose rows are already written are skipped.
  ///   - recorder: the recorder of the rows.
  ///   - notesFunctions: true to record, too, which functions of the worker each cell executes.
  /// - Throws: `Problem` if a worker dies or its counts are not exact; the errors of `recorder`.
  package func countInstructions(
    _ cells: [Cell], recorder: RunRecorder, notesFunctions: Bool = false
  ) async throws {
    let cells = await recorder.uninstructed(cells)
    guard !cells.isEmpty else { return }
    progress.step("starting under valgrind", plan.worker, work: RunPlan.workOfStart)
    try await ValgrindFolder.with(launch()) { folder in
      let overheads = try await sharing(cells, atLeast: Self.cellsOfWorkerUnderValgrind) { left in
        let functions = notesFunctions ? "\(folder.path)/functions-\(UUID())" : nil
        return try await WorkerProcess.with(folder.counting(functions: functions)) { worker in
          let overhead = try await worker.instructionOverhead()
          while let cell = left.next() {
            progress.step("counting instructions", cell.id, work: RunPlan.workOfInstructions)
            let counts = try await worker.instructionCounts(
              of: InstructionsRequest(
                cell: cell, seed: plan.seed, setUp: cell.measuresSetUp),
              overhead: overhead)
            try await recorder.recordInstructions(
              counts.rows(), of: cell, functions: functions.flatMap(Self.functions(in:)))
          }
          return overhead
        }
      }
      guard overheads.allSatisfy({ $0 == overheads[0] }) else {
        throw Problem(
          "instructions are not exact here: two workers under valgrind differ in what empty keystrokes cost, \(overheads)",
          hint: "measure again, \(ValgrindTools.alternative)"
        )
      }
    }
  }

  /// The functions that the counter listed in a file, which is removed: a line each, and their number in the last one.
  ///
  /// - Returns: nil if it is not there, or not whole, as on a full disk.
  package static func functions(in file: String) -> Set<String>? {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
    try? FileManager.default.removeItem(atPath: file)
    var lines = text.split(separator: "\n").map(String.init)
    guard text.hasSuffix("\n"), let last = lines.popLast(), Int(last) == lines.count else {
      return nil
    }
    return Set(lines)
  }

  /// The minimum number of cells for another worker: starting a worker takes as long under valgrind as 40 cells, under
  /// callgrind as 10, so fewer cells are not worth it.
  static let cellsOfWorkerUnderValgrind = 4

  /// Lets one worker per processor do its part of the cells, in parallel; each gets a minimum number of cells.
  func sharing<Result: Sendable>(
    _ cells: [Cell], atLeast fewest: Int = 1,
    _ work: @escaping @Sendable (CellQueue) async throws -> Result
  ) async throws -> [Result] {
    let left = CellQueue(cells)
    return try await withThrowingTaskGroup { group in
      for _ in 0..<max(1, min(Processors.allowed().count, cells.count / fewest)) {
        group.addTask { try await work(left) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}

/// The cells that no worker has taken yet.
final class CellQueue: Sendable {
  private let left: Mutex<ArraySlice<Cell>>

  init(_ cells: [Cell]) { left = Mutex(cells[...]) }

  func next() -> Cell? { left.withLock { $0.popFirst() } }
}
