import BenchmarkResults
import KeystrokeWorkload

/// Where the allocations of a cell come from, as a worker reports it.
struct CellSites: Codable {
  var cell: Cell
  /// How many keystrokes the figures are of: all but the first of each session.
  var keystrokes: Int
  /// How many sessions there were; what is left behind is counted by those.
  var sessions: Int
  /// The files that code was mapped from; empty where there is none any more.
  var modules: [String]
  /// In the order in which they first allocated.
  var sites: [Site]
  /// What could not be recorded; where it is not 0, the figures fall short.
  ///
  /// Allocations without a site, stacks that were cut, blocks and frees out of sight.
  var lost: Int

  /// A stack, and what it allocated in a phase.
  struct Site: Codable {
    var phase: RowPhase
    /// Innermost first: the place in ``CellSites/modules``, and the address of the call in that file.
    var frames: [[Int]]
    /// Blocks handed out, in all keystrokes.
    var allocations: Int
    /// Bytes asked for, in all keystrokes.
    var bytes: Int
    /// Blocks that were still there when their session was over and its field gone.
    var liveBlocks: Int
    /// The usable bytes of those.
    var liveBytes: Int
  }
}
