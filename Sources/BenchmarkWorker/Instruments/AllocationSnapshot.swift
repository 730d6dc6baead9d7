/// The heap operations of a thread up to some moment, or between two moments.
///
/// The counters and their rules are those of `AllocatorShim.h`. Two of them need care: a realloc is neither an
/// allocation nor a free, and live bytes are negative on a thread that frees blocks that another one allocated.
package struct AllocationSnapshot: Equatable, Sendable {
  /// Blocks allocated; reallocs are counted separately.
  package var allocations: Int
  /// Bytes that callers requested, reallocs with their whole new size.
  package var requestedBytes: Int
  /// Bytes that the allocator set aside, reallocs with their whole new size.
  package var usableBytes: Int
  /// Blocks freed; reallocs are counted separately.
  package var frees: Int
  /// Usable bytes freed, reallocs with their whole former size.
  package var freedUsableBytes: Int
  /// Blocks whose size was changed.
  package var reallocs: Int
  /// Usable bytes not freed yet.
  package var liveBytes: Int
  /// The largest value of `liveBytes` since the thread began or its peak was reset.
  package var peakLiveBytes: Int

  /// A snapshot of given counters.
  @inlinable
  package init(
    allocations: Int = 0, requestedBytes: Int = 0, usableBytes: Int = 0, frees: Int = 0,
    freedUsableBytes: Int = 0, reallocs: Int = 0, liveBytes: Int = 0, peakLiveBytes: Int = 0
  ) {
    self.allocations = allocations
    self.requestedBytes = requestedBytes
    self.usableBytes = usableBytes
    self.frees = frees
    self.freedUsableBytes = freedUsableBytes
    self.reallocs = reallocs
    self.liveBytes = liveBytes
    self.peakLiveBytes = peakLiveBytes
  }

  /// The number of counters that the shim keeps for a thread: KEYSTROKE_SHIM_COUNTERS of `AllocatorShim.h`.
  package static let counterCount = 8

  /// Reads the counters from an array of the shim.
  @inlinable
  package init(counters: UnsafePointer<UInt64>) {
    self.init(
      allocations: Int(truncatingIfNeeded: counters[0]),
      requestedBytes: Int(truncatingIfNeeded: counters[1]),
      usableBytes: Int(truncatingIfNeeded: counters[2]),
      frees: Int(truncatingIfNeeded: counters[3]),
      freedUsableBytes: Int(truncatingIfNeeded: counters[4]),
      reallocs: Int(truncatingIfNeeded: counters[5]),
      liveBytes: Int(truncatingIfNeeded: counters[6]),
      peakLiveBytes: Int(truncatingIfNeeded: counters[7]))
  }

  /// Returns the changes between an earlier snapshot of the same thread and this one.
  ///
  /// `liveBytes` of the result is the number of bytes that were leaked, or kept, in between. `peakLiveBytes` is the
  /// rise of the live bytes above their value at `earlier`; it holds only if the peak was reset just before `earlier`
  /// was taken.
  ///
  /// - Parameter earlier: The snapshot at the beginning.
  /// - Returns: The differences.
  @inlinable
  package func since(_ earlier: AllocationSnapshot) -> AllocationSnapshot {
    AllocationSnapshot(
      allocations: allocations &- earlier.allocations,
      requestedBytes: requestedBytes &- earlier.requestedBytes,
      usableBytes: usableBytes &- earlier.usableBytes,
      frees: frees &- earlier.frees,
      freedUsableBytes: freedUsableBytes &- earlier.freedUsableBytes,
      reallocs: reallocs &- earlier.reallocs,
      liveBytes: liveBytes &- earlier.liveBytes,
      peakLiveBytes: peakLiveBytes &- earlier.liveBytes)
  }
}
