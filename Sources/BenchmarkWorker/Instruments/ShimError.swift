/// The reason why allocations cannot be counted in this process.
package enum ShimError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The shim is not in this process.
  ///
  /// `preload` is the value of `LD_PRELOAD`, or nil if it is not set.
  case absent(preload: String?)
  /// The shim was built with a sanitizer, which owns the heap.
  case sanitized
  /// The shim and this program were built from different sources.
  case wrongABI(expected: UInt32, found: UInt32)
  /// A shim of the right version lacks a function.
  case incomplete(symbol: String)
  /// The shim is there but does not count this process's allocations correctly.
  ///
  /// `body` is the code that ran, `counter` the counter that differs from its known cost.
  case notLive(body: String, counter: String, expected: String, read: Int)
  /// The shim cannot record allocation sites on this thread.
  case notRecording

  /// The cause and the hint.
  package var description: String {
    switch self {
    case .absent(nil):
      "allocations are not counted: libAllocatorShim.so is not loaded and LD_PRELOAD is not set. "
        + Self.hint
    case .absent(let preload?):
      "allocations are not counted: libAllocatorShim.so is not loaded, although LD_PRELOAD is "
        + "'\(preload)': another library, or the file or libjemalloc.so.2 is missing. "
        + Self.hint
    case .sanitized:
      "allocations are not counted: libAllocatorShim.so was built with a sanitizer, which has an "
        + "allocator of its own. Build it without --sanitize. " + Self.hint
    case .wrongABI(let expected, let found):
      "allocations are not counted: this program reads counters of version \(expected), and the "
        + "libAllocatorShim.so that is loaded has version \(found). Build both from the same "
        + "commit. " + Self.hint
    case .incomplete(let symbol):
      "allocations are not counted: the libAllocatorShim.so that is loaded has no function "
        + "'\(symbol)'. " + Self.hint
    case .notLive(let body, let counter, let expected, let read):
      "allocations are not counted rightly: after \(body), the counter '\(counter)' should have "
        + "risen by \(expected), but rose by \(read). " + (read == 0 ? Self.silence : Self.defect)
    case .notRecording: Self.refusal
    }
  }

  private static let refusal =
    "allocation sites are not recorded: libAllocatorShim.so found no memory for them, or not where "
    + "this thread's stack is. It needs 20 MB of address space for each thread that records: raise "
    + "the limit (ulimit -v), and see that /proc is mounted."

  private static let silence =
    "Something keeps allocations from libAllocatorShim.so: valgrind's memcheck or "
    + "massif, another allocator before it in LD_PRELOAD, a shim loaded by dlopen instead of "
    + "LD_PRELOAD, or counting was switched off. Start the program without it."

  private static let defect =
    "The shim counts, but not what this program knows it did: another library takes part of the "
    + "heap traffic, or the shim does not know this allocator or this Swift. Run the tests "
    + "CAllocatorShimTests, which tell which."

  private static let hint =
    "Build it (swift build -c release --product AllocatorShim in a clone of keystroke-bench, after "
    + "apt-get install libjemalloc-dev) and start this program with LD_PRELOAD set to the path of "
    + "libAllocatorShim.so in the build folder."
}
