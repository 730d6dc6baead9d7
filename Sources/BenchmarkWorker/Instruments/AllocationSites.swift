import Glibc

/// The allocation sites of this process's threads, as recorded by the preloaded allocator shim.
///
/// Nothing is recorded until a thread starts. The rules are those of `AllocatorShim.h`.
package struct AllocationSites: Sendable {
  private typealias SetRecording = @convention(c) (Bool) -> Bool
  @usableFromInline typealias SetTag = @convention(c) (UInt32) -> UInt32
  private typealias Procedure = @convention(c) () -> Void
  private typealias NextSite =
    @convention(c) (
      UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt64>, UnsafeMutablePointer<UInt>
    ) -> Bool
  private typealias Losses = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void

  /// KEYSTROKE_SHIM_STACK_DEPTH, KEYSTROKE_SHIM_SITE_FIGURES and KEYSTROKE_SHIM_LOSSES.
  private static let depth = 128
  private static let figureCount = 7
  private static let lossCount = 5

  @usableFromInline let setThreadTag: SetTag
  private let setRecording: SetRecording
  private let resetSites: Procedure
  private let nextSite: NextSite
  private let readLosses: Losses

  /// Finds the shim in this process.
  ///
  /// - Returns: its sites.
  /// - Throws: `ShimError`, unless a shim of the right version is loaded.
  package static func locate() throws(ShimError) -> AllocationSites {
    let shim = try ShimFunctions { name in dlsym(nil, name) }
    return AllocationSites(
      setThreadTag: try shim.find("keystroke_shim_set_tag"),
      setRecording: try shim.find("keystroke_shim_set_recording"),
      resetSites: try shim.find("keystroke_shim_reset_sites"),
      nextSite: try shim.find("keystroke_shim_next_site"),
      readLosses: try shim.find("keystroke_shim_lost_sites"))
  }

  private init(
    setThreadTag: SetTag, setRecording: SetRecording, resetSites: Procedure, nextSite: NextSite,
    readLosses: Losses
  ) {
    self.setThreadTag = setThreadTag
    self.setRecording = setRecording
    self.resetSites = resetSites
    self.nextSite = nextSite
    self.readLosses = readLosses
  }

  /// Starts to record the calling thread's sites.
  ///
  /// - Throws: `ShimError.notRecording` if there is no memory for it.
  package func start() throws(ShimError) {
    guard setRecording(true) else { throw .notRecording }
  }

  /// Stops recording the calling thread's sites; recorded sites stay.
  package func stop() { _ = setRecording(false) }

  /// Forgets everything, except for sites that other threads are recording.
  package func reset() { resetSites() }

  /// Sets the tag of the calling thread's sites from now on; it does not allocate.
  ///
  /// - Returns: the former tag.
  @inlinable
  @discardableResult
  package func setTag(_ tag: UInt32) -> UInt32 { setThreadTag(tag) }

  /// All sites of all threads, in the order of their first allocations.
  ///
  /// It allocates, so stop first. A stack that several threads have in common is one site.
  package func read() -> [AllocationSite] {
    struct Key: Hashable {
      var tag: UInt32
      var frames: [UInt]
    }
    var sites: [AllocationSite] = []
    var places: [Key: Int] = [:]
    var cursor: [UInt64] = [0, 0]
    var figures = [UInt64](repeating: 0, count: Self.figureCount)
    var addresses = [UInt](repeating: 0, count: Self.depth)
    while nextSite(&cursor, &figures, &addresses) {
      let counts = figures.map { Int(truncatingIfNeeded: $0) }
      let key = Key(
        tag: UInt32(truncatingIfNeeded: figures[0]), frames: Array(addresses.prefix(counts[1])))
      let place = places[key] ?? sites.count
      if place == sites.count {
        places[key] = place
        sites.append(AllocationSite(tag: key.tag, frames: key.frames))
      }
      sites[place].allocations += counts[2]
      sites[place].requestedBytes += counts[3]
      sites[place].reallocs += counts[4]
      sites[place].liveBlocks += counts[5]
      sites[place].liveBytes += counts[6]
    }
    return sites
  }

  /// The events that could not be recorded since the last reset.
  package var losses: AllocationSiteLosses {
    var counts = [UInt64](repeating: 0, count: Self.lossCount)
    readLosses(&counts)
    var losses = AllocationSiteLosses()
    losses.allocations = Int(truncatingIfNeeded: counts[0])
    losses.frames = Int(truncatingIfNeeded: counts[1])
    losses.blocks = Int(truncatingIfNeeded: counts[2])
    losses.frees = Int(truncatingIfNeeded: counts[3])
    losses.interruptions = Int(truncatingIfNeeded: counts[4])
    return losses
  }
}
