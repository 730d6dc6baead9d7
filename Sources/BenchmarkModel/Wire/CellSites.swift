/// Where the allocations of a cell come from, as a worker reports it.
package struct CellSites: Codable {
  package var cell: Cell
  /// How many keystrokes the figures are of: all but the first of each session.
  package var keystrokes: Int
  /// How many sessions there were; what is left behind is counted by those.
  package var sessions: Int
  /// The files that code was mapped from; empty where there is none any more.
  package var modules: [String]
  /// In the order in which they first allocated.
  package var sites: [Site]
  /// What could not be recorded; where it is not 0, the figures fall short.
  ///
  /// Allocations without a site, stacks that were cut, blocks and frees out of sight.
  package var lost: Int

  /// A stack, and what it allocated in a phase.
  package struct Site: Codable {
    package var phase: RowPhase
    /// Innermost first: the place in ``CellSites/modules``, and the address of the call in that file.
    package var frames: [[Int]]
    /// Blocks handed out, in all keystrokes.
    package var allocations: Int
    /// Bytes asked for, in all keystrokes.
    package var bytes: Int
    /// Blocks that were still there when their session was over and its field gone.
    package var liveBlocks: Int
    /// The usable bytes of those.
    package var liveBytes: Int

    /// With these parts.
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

  /// With these parts.
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
