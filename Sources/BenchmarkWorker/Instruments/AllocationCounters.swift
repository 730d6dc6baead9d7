import Glibc

/// The heap traffic of the calling thread, as counted by the preloaded allocator shim.
///
/// This target does not link the shim: one executable serves for timing, without it, and for
/// counting, with `LD_PRELOAD`. The functions are looked up in the running process.
package struct AllocationCounters: Sendable {
  @usableFromInline typealias ThreadCounters = @convention(c) () -> UnsafePointer<UInt64>
  @usableFromInline typealias Procedure = @convention(c) () -> Void
  typealias UsableSize = @convention(c) (UnsafeMutableRawPointer?) -> Int
  private typealias Text = @convention(c) () -> UnsafePointer<CChar>
  private typealias Sum = @convention(c) (UnsafeMutablePointer<UInt64>) -> Void
  private typealias Switch = @convention(c) (Bool) -> Bool

  /// KEYSTROKE_SHIM_ABI_VERSION of the `AllocatorShim.h` that this target is written for.
  package static let abiVersion: UInt32 = 2

  /// The version of the allocator behind the counts, as the allocator reports it.
  ///
  /// Counts depend on the allocator: report it with them.
  package let allocatorVersion: String

  @usableFromInline let threadCounters: ThreadCounters
  @usableFromInline let resetThreadPeak: Procedure
  /// `malloc_usable_size`, which Swift's Glibc module does not have.
  let usableSize: UsableSize
  private let sumCounters: Sum
  private let switchCounting: Switch

  /// Finds the shim in this process.
  ///
  /// Finding it does not prove that it counts: call `selfTest()` before reporting.
  ///
  /// - Returns: Its counters.
  /// - Throws: `ShimError`, unless a shim of the right version is loaded.
  package static func locate() throws(ShimError) -> AllocationCounters {
    try AllocationCounters { name in dlsym(nil, name) }
  }

  /// Finds the shim's functions by `symbol`, which returns nil for an unknown name.
  package init(
    symbol: @escaping (String) -> UnsafeMutableRawPointer?
  ) throws(ShimError) {
    let shim = try ShimFunctions(symbol: symbol)
    threadCounters = try shim.find("keystroke_shim_thread_counters")
    resetThreadPeak = try shim.find("keystroke_shim_reset_peak")
    sumCounters = try shim.find("keystroke_shim_process_counters")
    switchCounting = try shim.find("keystroke_shim_set_counting")
    usableSize = try shim.find("malloc_usable_size")
    let version: Text = try shim.find("keystroke_shim_allocator_version")
    allocatorVersion = String(cString: version())
  }

  /// The calling thread's counters, now.
  ///
  /// Reading them takes a call and eight loads, and does not allocate.
  @inlinable
  package var snapshot: AllocationSnapshot {
    AllocationSnapshot(counters: threadCounters())
  }

  /// Sets the calling thread's peak to the number of bytes that are live now.
  @inlinable
  package func resetPeak() {
    resetThreadPeak()
  }

  /// The sums over all threads of the process, including those that have exited.
  ///
  /// Exact while no other thread allocates or frees. `peakLiveBytes` is the sum of the threads' peaks, an upper bound
  /// of the process's.
  package var processTotals: AllocationSnapshot {
    withUnsafeTemporaryAllocation(
      of: UInt64.self, capacity: AllocationSnapshot.counterCount
    ) { counters in
      counters.initialize(repeating: 0)
      guard let base = counters.baseAddress else { return AllocationSnapshot() }
      sumCounters(base)
      return AllocationSnapshot(counters: base)
    }
  }

  /// Starts or stops counting, in all threads; allocations work either way.
  ///
  /// - Parameter isOn: True to count from now on.
  /// - Returns: True if allocations were counted until now.
  @discardableResult
  package func setCounting(_ isOn: Bool) -> Bool {
    switchCounting(isOn)
  }
}
