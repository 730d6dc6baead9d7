/// Asks for the allocation sites of a cell, which fails unless a live shim is preloaded.
package struct SitesRequest: WorkerRequest {
  package typealias Reply = CellSites
  package static let name = "sites"
  /// The maximum number of bytes of the reply: a cell may have many stacks.
  package static let longestReply = 1 << 28
  package var cell: Cell
  package var seed: UInt64

  package init(cell: Cell, seed: UInt64) {
    self.cell = cell
    self.seed = seed
  }

  package var activity: String { "while it recorded the allocation sites of \(cell.id)" }

  package func check(_ found: CellSites) throws(WrongReply) {
    guard found.cell == cell else { throw WrongReply("sites of \(found.cell.id.quotedName)") }
    let counts = found.sites.flatMap { [$0.allocations, $0.bytes, $0.liveBlocks, $0.liveBytes] }
    guard found.sites.isEmpty || (found.keystrokes > 0 && found.sessions > 0), counts.areCounts
    else { throw WrongReply("impossible sites") }
  }
}

/// The allocation sites of a cell.
package struct CellSites: Codable, Sendable {
  package var cell: Cell
  /// The number of keystrokes in the figures: all but the first of each session.
  package var keystrokes: Int
  /// The number of sessions, by which the blocks left behind are counted.
  package var sessions: Int
  /// The files that code was mapped from; empty for a file that is gone.
  package var modules: [String]
  /// The sites, in the order in which they first allocated.
  package var sites: [Site]
  /// The number of events that could not be recorded; if it is not 0, the figures are too low.
  ///
  /// These are allocations without a site, stacks that were cut, and blocks and frees that were not tracked.
  package var lost: Int

  /// The allocations of one stack in one phase.
  package struct Site: Codable, Sendable {
    package var phase: RowPhase
    /// The frames, innermost first: the index in ``CellSites/modules``, and the address of the call in that file.
    package var frames: [[Int]]
    /// Blocks allocated, in all keystrokes.
    package var allocations: Int
    /// Bytes requested, in all keystrokes.
    package var bytes: Int
    /// Blocks that still existed when their session had ended and its field was gone.
    package var liveBlocks: Int
    /// The usable bytes of those blocks.
    package var liveBytes: Int

    package init(
      phase: RowPhase, frames: [[Int]], allocations: Int, bytes: Int, liveBlocks: Int,
      liveBytes: Int
    ) {
      self.phase = phase
      self.frames = frames
      self.allocations = allocations
      self.bytes = bytes
      self.liveBlocks = liveBlocks
      self.liveBytes = liveBytes
    }
  }

  package init(
    cell: Cell, keystrokes: Int, sessions: Int, modules: [String], sites: [Site], lost: Int
  ) {
    self.cell = cell
    self.keystrokes = keystrokes
    self.sessions = sessions
    self.modules = modules
    self.sites = sites
    self.lost = lost
  }
}
