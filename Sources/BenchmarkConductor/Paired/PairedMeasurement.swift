import BenchmarkModel
import BenchmarkResults
import Foundation

/// Measures two builds of a benchmark side by side, and leaves a run of each.
///
/// Every round has a fresh pair of processes, of links that no other round has. They measure cell by cell, in slices of half
/// a millisecond, at the same time on two processors or in turns on one; hash seed, environment and the length of every path
/// are equal on both sides.
package struct PairedMeasurement: Sendable {
  let plan: PairedPlan
  let progress: any RunProgress

  /// Makes a comparison that reports its progress to `progress`.
  package init(_ plan: PairedPlan, progress: any RunProgress) {
    self.plan = plan
    self.progress = progress
  }

  /// Counts the exact metrics of each side, then times both until every cell is decided or the budget is spent.
  ///
  /// - Throws: `Problem` or `Problem` if the work could not be done, `RunInterrupted` if it was cancelled after
  ///   rows were written.
  package func run(stopping rule: some StoppingRule) async throws {
    try await TemporaryPlace.with { folder in
      let sides = [plan.baseline, plan.candidate].map {
        PairedSide(conductor: Conductor($0, progress: progress))
      }
      let cells = try await sides.asyncMap { try await $0.cells() }
      let common = cells[0].filter(Set(cells[1]).contains)
      guard !common.isEmpty else { throw Problem.noCells(of: "both sides") }
      var recorders: [RunRecorder] = []
      for side in sides {
        recorders.append(
          try await RunRecorder(plan: side.conductor.plan, greeting: side.greeting()))
      }
      for remark in plan.remarks {
        await recorders[1].warn(remark)
        progress.remark(remark)
      }
      progress.begin(work: work(cells.map(\.count), common: common.count))
      defer { progress.end() }
      do {
        for (place, side) in sides.enumerated() {
          try await side.count(
            cells[place], recorder: recorders[place], recounts: plan.recounts)
        }
        var executed: [[Cell: Set<String>]] = []
        if plan.baseline.instructions == .valgrind {
          for (place, side) in sides.enumerated() {
            executed.append(
              try await side.countInstructions(
                cells[place], recorder: recorders[place], recounts: plan.recounts))
          }
          await rule.add(instructions: Self.instructions(recorders))
        }
        if plan.baseline.times {
          let fixesLayout = await ProcessLayout.canBeFixed()
          if !fixesLayout {
            let remark =
              "setarch cannot turn off the randomisation of addresses here, as in some containers: times are four times as noisy"
            for recorder in recorders { await recorder.warn(remark) }
            progress.remark(remark)
          }
          var links: LinkStock?
          if let linkers = plan.relinkers {
            links = try LinkStock(
              linkers, functions: await linkers.asyncMap { try await $0.sizes() }, seed: plan.seed,
              folder: "\(folder)/links")
          }
          try await PairedRounds(
            plan: plan, pairs: try await pairs(links, in: folder), links: links,
            fixesLayout: fixesLayout, changedCode: try await changedCode(common, executed),
            recorders: recorders, progress: progress
          ).run(common, stopping: rule)
        }
        for recorder in recorders { try await recorder.end(.finished) }
      } catch {
        let isInterrupted = error is CancellationError || Task.isCancelled
        for recorder in recorders {
          // If the disk is full, even this may fail; the rows written before stay readable.
          try? await recorder.end(isInterrupted ? .interrupted : .failed)
        }
        guard isInterrupted else { throw error }
        throw RunInterrupted(lost: "lost: the verdict, since not every round was measured")
      }
    }
  }

  /// The work of counting, and that of timing.
  private func work(_ cells: [Int], common: Int) -> Double {
    var counting = plan.baseline
    counting.times = false
    return cells.reduce(0) { $0 + counting.work(cells: $1) }
      + (plan.baseline.times ? plan.work(cells: common) : 0)
  }

  /// The instructions that were counted on both sides.
  private static func instructions(_ recorders: [RunRecorder]) async -> [PairedFigure] {
    let sides = await recorders.asyncMap { await $0.instructionRows }
    return sides[0].flatMap { cell, rows in
      rows.compactMap { row -> PairedFigure? in
        guard row.metric == .instructions, let baseline = row.summary?.mean,
          let other = sides[1][cell]?.first(where: {
            $0.metric == .instructions && $0.phase == row.phase
          }), let candidate = other.summary?.mean
        else { return nil }
        return PairedFigure(
          cell: cell, phase: row.phase, baseline: baseline, candidate: candidate)
      }
    }
  }

  /// The cells that execute a function whose code differs between the sides, as far as the objects tell.
  ///
  /// They come first.
  private func changedCode(
    _ cells: [Cell], _ executed: [[Cell: Set<String>]]
  ) async throws -> Set<Cell> {
    guard let linkers = plan.relinkers, !executed.isEmpty else { return [] }
    let changed = try await ObjectReading.differing(linkers[0].objects, linkers[1].objects)
    return Set(
      cells.filter { cell in executed.contains { $0[cell]?.isDisjoint(with: changed) == false } })
  }

  /// The places for pairs, each with a folder of its own.
  private func pairs(_ links: LinkStock?, in folder: String) async throws -> [PairedProcesses] {
    try await plan.places.enumerated().asyncMap { number, processors in
      try await PairedProcesses(
        plan, links: links, processors: processors, folder: "\(folder)/\(number)",
        progress: progress)
    }
  }
}

extension Sequence {
  /// The results of an asynchronous function, one after the other.
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows
    -> [Result]
  {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
