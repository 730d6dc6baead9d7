import BenchmarkResults
import BenchmarkStatistics
import Foundation
import Instruments
import KeystrokeWorkload

/// The timed part of a lock-step comparison.
struct LockStepRounds: Sendable {
  let plan: LockStepPlan
  let sides: [LockStepSide]
  let recorders: [RunRecorder]
  let progress: any RunProgress

  /// Measures rounds until the judge finds every cell decided, or the budget is spent.
  func run(_ cells: [Cell], judge: some LockStepJudge) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    var spent: Double { (clock.now - start) / .seconds(plan.budget) }
    var undecided = cells
    var turns: [Cell: Int] = [:]
    var schedule = LookSchedule()
    var shown = 0
    var number = 0
    while !undecided.isEmpty {
      number += 1
      await judge.hear(times: try await measure(undecided, round: number, turns: &turns))
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

  /// One pair of processes, and a slice of every cell from each.
  private func measure(
    _ cells: [Cell], round: Int, turns: inout [Cell: Int]
  ) async throws -> [PairedFigure] {
    var random = SplitMix64(seed: plan.baseline.seed, "lock step", String(round))
    let processor = Processors.allowed().last
    let layout = ProcessLayout(&random)
    let launches = sides.map { $0.conductor.launch(processor: processor, layout: layout) }
    // Who starts first has other pages of memory left.
    let firstSide = random.below(2)
    let order = random.shuffled(Array(cells.indices))
    let swaps = order.map { _ in random.below(2) }
    for side in sides { try side.refresh() }
    let known = turns
    let (slices, found) = try await WorkerProcess.with(launches[firstSide]) { first in
      try await WorkerProcess.with(launches[1 - firstSide]) { second in
        let times = try await first.prepare(cells, seed: plan.baseline.seed, layout)
        _ = try await second.prepare(cells, seed: plan.baseline.seed, layout)
        var found = known
        for (cell, time) in zip(cells, times) where found[cell] == nil {
          found[cell] = Self.turns(ofLength: time)
        }
        var slices: [(Cell, [CellSlice])] = []
        for (place, swap) in zip(order, swaps) {
          let cell = cells[place]
          let request = SliceRequest(cell: place, turns: found[cell] ?? LockStepPlan.fewestTurns)
          var pair: [CellSlice?] = [nil, nil]
          for turn in 0...1 {
            if turn == swap {
              pair[firstSide] = try await first.slice(request, of: cell)
            } else {
              pair[1 - firstSide] = try await second.slice(request, of: cell)
            }
          }
          slices.append((cell, pair.compactMap(\.self)))
        }
        return (slices, found)
      }
    }
    turns = found
    for (cell, pair) in slices {
      for (recorder, slice) in zip(recorders, pair) {
        try await recorder.recordSlice(slice, of: cell, round: round)
      }
    }
    return slices.flatMap { Self.pairs($0, $1) }
  }

  /// How many turns of so many nanoseconds a slice has; both sides do as many.
  private static func turns(ofLength nanoseconds: Double) -> Int {
    let fitting = Int(LockStepPlan.slice / 2 / max(1, nanoseconds))
    return min(max(fitting, LockStepPlan.fewestTurns), LockStepPlan.mostTurns)
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
