import BenchmarkModel
import Foundation

/// Links of both sides, made a few rounds ahead; each is used in one round and then removed.
///
/// Both links of a round give equal code the same place, and each round another one; see ``FunctionOrder``.
///
/// They are made between rounds, because a linker that runs on the next processor during a round would affect times.
package actor LinkStock {
  private let linkers: [Relinker]
  private let seed: UInt64
  private let folder: String
  private let order: FunctionOrder
  /// The last round for which links exist; the trial is round 0.
  private var last = -1

  /// The maximum number of rounds for which links are made at once: 24 links, of some 7 MB each.
  private static let portion = 12

  /// Makes a stock of links of both sides, baseline first, in a separate folder.
  ///
  /// - Parameters:
  ///   - linkers: the linkers of both sides.
  ///   - functions: the sizes of the functions of both sides, by symbol.
  ///   - seed: the seed of all layouts.
  ///   - folder: the folder, which is made.
  /// - Throws: the errors of the file system.
  package init(
    _ linkers: [Relinker], functions: [[String: [Int]]], seed: UInt64, folder: String
  ) throws {
    self.linkers = linkers
    self.seed = seed
    self.folder = folder
    order = FunctionOrder(functions)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Makes the links of rounds up to a number, and of some after them, on all processors.
  ///
  /// - Parameters:
  ///   - round: the last round that is about to begin.
  ///   - most: the maximum number of rounds.
  /// - Throws: `Problem` with the linker's words.
  package func fill(upTo round: Int, most: Int) async throws {
    guard round > last else { return }
    // Only a trial needs links of round 0.
    let begin = round == 0 ? 0 : max(last, 0) + 1
    // At most as many as there were so far, so that a short budget is not spent on links that no round needs.
    let end = min(max(round, last + min(max(last, 0), Self.portion)), max(round, most))
    var random = SplitMix64(seed: seed, "order of links", String(begin - 1))
    // Neither side is always the one that is written first.
    let wanted = random.shuffled(
      (begin...end).flatMap { round in linkers.indices.map { (round, $0) } })
    last = end
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, (round, side)) in wanted.enumerated() {
        // One for each processor at a time.
        if place >= ProcessInfo.processInfo.activeProcessorCount { try await group.next() }
        let (linker, order, path) = (linkers[side], order, path(round, side))
        let seed = Self.seed(seed, round: round)
        group.addTask { try await linker.link(order.layout(side: side, seed: seed), to: path) }
      }
      try await group.waitForAll()
    }
  }

  /// Moves the link of a side to a path, so that it is used only once.
  nonisolated func take(round: Int, side: Int, to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: self.path(round, side), toPath: path)
  }

  private nonisolated func path(_ round: Int, _ side: Int) -> String {
    "\(folder)/\(round)-\(side)"
  }

  /// The seed of the layout of both links of a round.
  package static func seed(_ seed: UInt64, round: Int) -> UInt64 {
    var random = SplitMix64(seed: seed, "link", String(round))
    return random.next()
  }
}
