import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// The timed part of a paired comparison.
struct PairedRounds: Sendable {
  let plan: PairedPlan
  /// The places in which rounds are measured in parallel.
  let pairs: [PairedProcesses]
  /// The links of the next rounds; nil if all use one.
  let links: LinkStock?
  /// True if the layout of processes in memory can be fixed.
  let fixesLayout: Bool
  let recorders: [RunRecorder]
  let progress: any RunProgress

  /// Measures rounds until the rule finds every cell decided, or the budget is spent; then again if there is something
  /// to confirm, for at most the same time.
  func run(_ cells: [Cell], stopping rule: some StoppingRule) async throws {
    let rounds = try await stage(cells, after: 0, confirms: false, stopping: rule)
    guard plan.confirms else { return }
    let chosen = await rule.beginConfirmation()
    let again = cells.filter(chosen.contains)
    guard !again.isEmpty else { return }
    progress.remark(
      "measuring \(again.count == 1 ? "1 cell" : "\(again.count) cells") again, to confirm what is large and undecided"
    )
    progress.begin(work: plan.work(cells: again.count))
    _ = try await stage(again, after: rounds, confirms: true, stopping: rule)
  }

  /// Measures one stage.
  ///
  /// - Returns: the number of its last round.
  private func stage(
    _ cells: [Cell], after before: Int, confirms: Bool, stopping rule: some StoppingRule
  ) async throws -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    let most = plan.rounds.map { before + $0 } ?? .max
    var undecided = cells
    var isOver = false
    var schedule = LookSchedule()
    var shown = 0.0
    var number = before
    while !undecided.isEmpty && !isOver {
      try await links?.fill(upTo: min(number + pairs.count, most), most: most)
      let measured = try await measure(undecided, from: number + 1, most: most)
      for round in measured {
        await rule.add(times: round)
        number += 1
      }
      let spent = (clock.now - start) / .seconds(plan.budget)
      isOver = spent >= 1 || number >= most
      if schedule.isLook(after: number - before, spent: spent) || isOver {
        // The last look may spend everything that is left, whatever made it the last.
        let look = PairedRecord.Look(
          rounds: number, spent: isOver ? 1 : min(1, spent), seconds: spent * plan.budget,
          confirms: confirms)
        for recorder in recorders { try await recorder.record(look) }
        let left = await rule.undecided(at: look)
        undecided = undecided.filter(left.contains)
      }
      // The limit that is reached first counts.
      let rounds = plan.rounds.map { Double(number - before) / Double($0) } ?? 0
      let now = min(1, max(spent, rounds)) * plan.work(cells: cells.count)
      progress.step(
        "round \(number)", "\(undecided.count) of \(cells.count) cells undecided",
        work: now - shown)
      shown = now
    }
    return number
  }

  /// Measures as many rounds in parallel as there are places, and returns them in their order.
  private func measure(
    _ cells: [Cell], from first: Int, most: Int
  ) async throws -> [[PairedFigure]] {
    let numbers = first..<min(first + pairs.count, most == .max ? most : most + 1)
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

  /// The phases that both sides have.
  private static func pairs(_ cell: Cell, _ slices: [CellSlice]) -> [PairedFigure] {
    slices[0].rows.flatMap { row -> [PairedFigure] in
      guard
        let other = slices[1].rows.first(where: {
          $0.phase == row.phase && $0.metric == row.metric
        }),
        let baseline = row.summary, let candidate = other.summary
      else { return [] }
      return PairedFigure.times(
        cell, row.phase, row.metric, baseline: baseline, candidate: candidate)
    }
  }
}
