import BenchmarkResults
import BenchmarkStatistics
import KeystrokeWorkload

/// The timed part of a lock-step comparison.
struct LockStepRounds: Sendable {
  let plan: LockStepPlan
  /// Where rounds are measured, side by side.
  let pairs: [LockStepPair]
  /// Whether processes can be laid out in memory.
  let fixesLayout: Bool
  let recorders: [RunRecorder]
  let progress: any RunProgress

  /// Measures rounds until the judge finds every cell decided, or the budget is spent.
  func run(_ cells: [Cell], judge: some LockStepJudge) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    var spent: Double { (clock.now - start) / .seconds(plan.budget) }
    var undecided = cells
    var schedule = LookSchedule()
    var shown = 0
    var number = 0
    while !undecided.isEmpty {
      for round in try await measure(undecided, from: number + 1) {
        await judge.hear(times: round)
        number += 1
      }
      let isLast = spent >= 1 || number >= plan.rounds ?? .max
      if schedule.isLook(after: number) || isLast {
        // The last look may spend all that is left, however it came to be the last.
        let look = LockStepRecord.Look(
          rounds: number, spent: isLast ? 1 : min(1, spent), seconds: spent * plan.budget)
        for recorder in recorders { try await recorder.record(look) }
        let left = await judge.undecided(at: look)
        undecided = isLast ? [] : undecided.filter(left.contains)
      }
      let now = Int(min(1, spent) * plan.budget * 10)
      while shown < now {
        progress.step("round \(number)", "\(undecided.count) of \(cells.count) cells undecided")
        shown += 1
      }
    }
  }

  /// As many rounds side by side as there are places, in their order.
  private func measure(_ cells: [Cell], from first: Int) async throws -> [[PairedFigure]] {
    let numbers = first..<min(first + pairs.count, (plan.rounds ?? .max - 1) + 1)
    let measured = try await withThrowingTaskGroup { group in
      for (pair, number) in zip(pairs, numbers) {
        group.addTask {
          (number, try await pair.measure(cells, round: number, fixesLayout: fixesLayout))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var rounds: [[PairedFigure]] = []
    for number in numbers {
      let round = measured[number] ?? []
      for (cell, slices) in round {
        for (recorder, slice) in zip(recorders, slices) {
          try await recorder.recordSlice(slice, of: cell, round: number)
        }
      }
      rounds.append(round.flatMap { Self.pairs($0.cell, $0.slices) })
    }
    return rounds
  }

  /// The phases that both sides have: the least over turns.
  ///
  /// Whatever else the machine does only ever adds to a time, and all turns do the same work: Chen and Revels, "Robust
  /// benchmarking in noisy environments" (2016).
  private static func pairs(_ cell: Cell, _ slices: [CellSlice]) -> [PairedFigure] {
    slices[0].rows.compactMap { row in
      guard let other = slices[1].rows.first(where: { $0.phase == row.phase }),
        let baseline = row.summary?.min, let candidate = other.summary?.min
      else { return nil }
      return PairedFigure(
        cell: cell, phase: row.phase, baseline: baseline, candidate: candidate)
    }
  }
}
