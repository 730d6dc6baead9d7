import BenchmarkModel
import BenchmarkResults
import Foundation

/// A place for pairs of processes, one of each build: on two processors at the same time, or on one in turns.
package struct PairedProcesses: Sendable {
  private let plan: PairedPlan
  /// Two processors, one of each process; or one of both; or none if the kernel may choose.
  let processors: [Int]
  /// The workers that every round gets copies of, baseline first, if it has no links of its own.
  private let originals: [String]
  private let links: LinkStock?
  /// The copies.
  private let conductors: [Conductor]

  /// The name of both workers, whatever their executables are called; their paths have the same length, because a
  /// longer one would move the stack.
  private static let workerName = "worker"

  /// Makes a place in a new folder.
  ///
  /// - Throws: `Problem` if a worker cannot be copied.
  init(
    _ plan: PairedPlan, links: LinkStock?, processors: [Int], folder: String,
    progress: any RunProgress
  ) async throws {
    self.links = links
    self.plan = plan
    self.processors = processors
    var originals: [String] = []
    var conductors: [Conductor] = []
    for (name, var side) in [("a", plan.baseline), ("b", plan.candidate)] {
      let place = "\(folder)/\(name)"
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      try await WorkerCopy.make(of: side.worker, named: "original", in: place)
      originals.append("\(place)/original")
      side.worker = "\(place)/\(Self.workerName)"
      conductors.append(Conductor(side, progress: progress))
    }
    self.originals = originals
    self.conductors = conductors
  }

  /// Starts a pair of fresh processes, and measures a slice of every cell in each.
  ///
  /// Noise that lasts longer than a slice affects both sides alike. If both slices are measured at the same time, shorter
  /// noise does, too.
  ///
  /// - Returns: the slices, baseline first, in the order in which cells were measured; and the seconds from the moment
  ///   when both processes were ready.
  func measure(
    _ cells: [Cell], round: Int, fixesLayout: Bool
  ) async throws -> (cells: [(cell: Cell, slices: [CellSlice])], seconds: Double) {
    let seed = plan.baseline.seed
    var random = SplitMix64(seed: plan.seed, "round", String(round))
    let layout = ProcessLayout(&random, isFixed: fixesLayout)
    let isAtOnce = processors.count == 2
    let places = Self.places(of: round, on: processors, seed: plan.seed)
    let launches = zip(conductors, places).map { $0.launch(processor: $1, layout: layout) }
    // The process that starts first gets other pages of memory.
    let firstSide = Self.firstSide(of: round, seed: plan.seed)
    let order = random.shuffled(Array(cells.indices))
    let swaps = order.map { _ in random.below(2) }
    try placeWorkers(of: round, first: random.below(2))
    return try await WorkerProcess.with(launches[firstSide]) { first in
      try await WorkerProcess.with(launches[1 - firstSide]) { second in
        let clock = ContinuousClock()
        let start = clock.now
        let preparation = PrepareRequest(cells: cells, seed: seed, heapShift: layout.heapShift)
        let lengths = try await first.ask(preparation)
        _ = try await second.ask(preparation)
        var measured: [(cell: Cell, slices: [CellSlice])] = []
        for (place, swap) in zip(order, swaps) {
          let cell = cells[place]
          let request = SliceRequest(
            cell: place, repetitions: Self.repetitions(ofLength: lengths[place]))
          let activity = "while it timed \(cell.id)"
          var slices: [CellSlice]
          if swap == 0 {
            slices = try await WorkerProcess.ask(
              &first, &second, request, atOnce: isAtOnce, activity: activity)
          } else {
            slices = try await WorkerProcess.ask(
              &second, &first, request, atOnce: isAtOnce, activity: activity)
            slices.reverse()
          }
          measured.append((cell, firstSide == 0 ? slices : slices.reversed()))
        }
        return (measured, (clock.now - start) / .seconds(1))
      }
    }
  }

  /// The side that starts first: each side in two of every four rounds, in random order; round 0 is a trial.
  package static func firstSide(of round: Int, seed: UInt64) -> Int {
    balanced(round, seed, "first sides")
  }

  /// The processor of each side, baseline first; of two processors, each side is on each in two of every four rounds, in
  /// random order.
  package static func places(of round: Int, on processors: [Int], seed: UInt64) -> [Int?] {
    guard processors.count == 2 else { return [processors.first, processors.first] }
    return balanced(round, seed, "processors") == 0 ? processors : processors.reversed()
  }

  /// 0 in two of every four rounds and 1 in the others, in random order.
  private static func balanced(_ round: Int, _ seed: UInt64, _ purpose: String) -> Int {
    let (block, place) = max(0, round - 1).quotientAndRemainder(dividingBy: 4)
    var random = SplitMix64(seed: seed, purpose, String(block))
    return random.shuffled([0, 0, 1, 1])[place]
  }

  /// Gives the round its own links, or makes new copies of both workers, one side or the other first.
  ///
  /// A file keeps its pages of memory, and their position decides what they evict from the caches: two copies of one
  /// executable differ by up to 8 % in a short phase, in all of their processes. A fresh copy has other pages.
  private func placeWorkers(of round: Int, first: Int) throws {
    for side in [first, 1 - first] {
      let worker = conductors[side].plan.worker
      if let links {
        try links.take(round: round, side: side, to: worker)
      } else {
        try? FileManager.default.removeItem(atPath: worker)
        try FileManager.default.copyItem(atPath: originals[side], toPath: worker)
      }
    }
  }

  /// The number of repetitions of this length in a slice; the same for both sides.
  private static func repetitions(ofLength nanoseconds: Double) -> Int {
    let fitting = Int(PairedPlan.slice / 2 / max(1, nanoseconds))
    return min(max(fitting, PairedPlan.fewestRepetitions), PairedPlan.mostRepetitions)
  }
}
