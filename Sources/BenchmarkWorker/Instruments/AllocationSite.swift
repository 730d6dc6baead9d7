/// A place that allocates: a stack, and the tag that was set during the allocation.
package struct AllocationSite: Equatable, Sendable {
  /// The tag: the activity of the thread.
  package var tag: UInt32
  /// Return addresses, innermost first; at most 128.
  package var frames: [UInt]
  /// Blocks allocated; reallocs are counted separately.
  package var allocations: Int
  /// Bytes that callers requested, reallocs with their whole new size.
  package var requestedBytes: Int
  /// Blocks whose size was changed here, wherever they were allocated.
  package var reallocs: Int
  /// Blocks that were allocated here and are not freed yet.
  package var liveBlocks: Int
  /// The usable bytes of those blocks.
  package var liveBytes: Int

  /// A site with given figures.
  package init(
    tag: UInt32, frames: [UInt], allocations: Int = 0, requestedBytes: Int = 0, reallocs: Int = 0,
    liveBlocks: Int = 0, liveBytes: Int = 0
  ) {
    self.tag = tag
    self.frames = frames
    self.allocations = allocations
    self.requestedBytes = requestedBytes
    self.reallocs = reallocs
    self.liveBlocks = liveBlocks
    self.liveBytes = liveBytes
  }
}

/// The events that could not be recorded.
package struct AllocationSiteLosses: Equatable, Sendable {
  /// Allocations and reallocs that are in no site, for lack of room.
  package var allocations = 0
  /// Allocations and reallocs whose stack was too deep; their site has the innermost frames.
  package var frames = 0
  /// Blocks that may be alive or freed, for lack of memory to track them.
  package var blocks = 0
  /// Frees by other threads that could not be passed on.
  package var frees = 0
  /// Calls of a signal handler that had interrupted the recording.
  package var interruptions = 0

  /// Makes losses of 0.
  package init() {}

  /// The sum of all losses.
  package var total: Int { allocations + frames + blocks + frees + interruptions }
}
