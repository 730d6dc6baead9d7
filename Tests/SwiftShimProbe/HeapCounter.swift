import BenchmarkWorker
import Foundation

/// The preloaded counter of heap traffic: the shim, or the one over the C library.
struct HeapCounter {
  private typealias Counts = @convention(c) () -> UnsafePointer<UInt64>

  /// Returns allocations, requested bytes, reallocs and frees of this thread so far; it does not allocate.
  let read: () -> SIMD4<UInt64>

  init() throws {
    guard let address = dlsym(nil, "glibc_counter_of_thread") else {
      let counters = try AllocationCounters.locate()
      read = {
        let now = counters.snapshot
        return SIMD4(
          UInt64(now.allocations), UInt64(now.requestedBytes), UInt64(now.reallocs),
          UInt64(now.frees))
      }
      return
    }
    let counts = unsafeBitCast(address, to: Counts.self)
    read = {
      let now = counts()
      return SIMD4(now[0], now[1], now[2], now[3])
    }
  }

  /// Prints the traffic of 100 calls of a body, after 100 calls that are not counted.
  func report(_ body: () throws -> Void) rethrows {
    for _ in 0..<100 { try body() }
    let start = read()
    for _ in 0..<100 { try body() }
    let change = read() &- start
    for (index, name) in ["allocations", "requested_bytes", "reallocs", "frees"].enumerated() {
      print("\(name)=\(change[index])")
    }
  }
}
