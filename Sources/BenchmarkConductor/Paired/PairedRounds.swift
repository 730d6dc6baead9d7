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
  /// The cells that execute code that differs between the sides, as far as the objects tell.
  let changedCode: Set<Cell>
  let recorders: [RunRecorder]
  let progress: any RunProgress

  /// Measures rounds until the rule finds every cell decided, or the budget is spent; then again if there is something
  /// to confirm, for at most the same time.
  ///
  /// If the budget does not hold enough rounds of all cells, those that have probably changed are measured first, for a part
  /// of it.
  func run(_ cells: [Cell], stopping rule: some StoppingRule) async throws {
    var rounds = 0
    if let first = try await first(of: cells, rule) {
      let clock = ContinuousClock()
      let start = clock.now
      rounds = try await stage(first, stopping: rule)
      await rule.beginRest()
      rounds = try await stage(
        Stage(
          cells: cells.filter { !first.cells.contains($0) }, before: rounds,
          budget: max(1, plan.budget - (clock.now - start) / .seconds(1)), part: .rest),
        stopping: rule)
    } else {
      rounds = try await stage(Stage(cells: cells, budget: plan.budget), stopping: rule)
    }
    guard plan.confirms else { return }
    let chosen = await rule.beginConfirmation()
    let again = cells.filter(chosen.contains)
    guard !again.isEmpty else { return }
    progress.remark(
      "measuring \(again.count == 1 ? "1 cell" : "\(again.count) cells") again, to confirm what is large and undecided"
    )
    progress.begin(work: plan.work(cells: again.count))
    _ = try await stage(
      Stage(cells: again, before: rounds, budget: plan.budget, confirms: true), stopping: rule)
  }

  /// The number of cells of which one round is cheap enough to need no plan.
  private static let few = 16

  /// The cells to measure first; nil if all are measured together.
  ///
  /// A round of a few cells, whose times are thrown away, shows how many rounds the budget holds. The first cells get half of
  /// it, or less if the others would have too few rounds for any decision, but at least a quarter.
  private func first(of cells: [Cell], _ rule: some StoppingRule) async throws -> Stage? {
    guard cells.count > Self.few else { return nil }
    var random = SplitMix64(seed: plan.seed, "trial")
    let trial = Array(random.shuffled(cells).prefix(Self.few))
    let clock = ContinuousClock()
    let start = clock.now
    try await links?.fill(upTo: 0, most: 0)
    let measured = try await pairs[0].measure(trial, round: 0, fixesLayout: fixesLayout)
    let (whole, part) = ((clock.now - start) / .seconds(1), measured.seconds)
    let cost = RoundCost(
      start: whole - part, cell: part / Double(trial.count), jobs: pairs.count)
    for sentence in cost.sentences(cells, budget: plan.budget, filter: plan.baseline.filter) {
      progress.remark(sentence)
    }
    guard cells.count > cost.cells(in: plan.budget) else { return nil }
    let counts = await [recorders[0].exactSamples, recorders[1].exactSamples]
    let chosen = await rule.chooseFirst(
      atMost: max(Self.few, cost.cells(in: plan.budget / 2)),
      likely: [
        cells.filter { counts[0][$0]?.rows != counts[1][$0]?.rows },
        cells.filter(changedCode.contains),
      ])
    let first = cells.filter(chosen.contains)
    guard !first.isEmpty else { return nil }
    let others = cells.count - first.count
    progress.remark(
      "timing first \(Words.count(first.count, "cell")) whose counts or code changed, then the other \(others)"
    )
    let left = plan.budget - Double(LookSchedule.firstLook) * cost.seconds(cells: others)
    return Stage(
      cells: first, budget: min(max(left, plan.budget / 4), plan.budget / 2), part: .changed)
  }

  /// Rounds that are decided together.
  private struct Stage {
    var cells: [Cell]
    /// The number of the last round before it.
    var before = 0
    /// The time for its rounds, in seconds.
    var budget: Double
    var confirms = false
    var part: PairedRecord.Part?
  }

  /// Measures one stage.
  ///
  /// - Returns: the number of its last round.
  private func stage(_ stage: Stage, stopping rule: some StoppingRule) async throws -> Int {
    let (cells, before) = (stage.cells, stage.before)
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
      let seconds = (clock.now - start) / .seconds(1)
      let spent = seconds / stage.budget
      isOver = spent >= 1 || number >= most
      if schedule.isLook(after: number - before, spent: spent) || isOver {
        // The last look may spend everything that is left, whatever made it the last.
        let look = PairedRecord.Look(
          rounds: number, spent: isOver ? 1 : min(1, spent), seconds: seconds,
          confirms: stage.confirms, part: stage.part)
        for recorder in recorders { try await recorder.record(look) }
        let left = await rule.undecided(at: look)
        undecided = undecided.filter(left.contains)
      }
      // The limit that is reached first counts.
      let rounds = plan.rounds.map { Double(number - before) / Double($0) } ?? 0
      let share = stage.budget / plan.budget
      let now = min(1, max(spent, rounds)) * plan.work(cells: cells.count) * share
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
    let processors = pairs.flatMap(\.processors)
    for recorder in recorders {
      await recorder.beginRound(on: processors.count == 1 ? processors[0] : nil)
    }
    let measured = try await withThrowingTaskGroup { group in
      for (pair, number) in zip(pairs, numbers) {
        group.addTask {
          (number, try await pair.measure(cells, round: number, fixesLayout: fixesLayout).cells)
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for recorder in recorders { await recorder.endRound() }
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
