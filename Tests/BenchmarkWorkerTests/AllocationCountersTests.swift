import BenchmarkWorker
import Testing

/// Tests that do not need the shim; the target CAllocatorShimTests runs programs with the shim preloaded.
@Suite("Allocation counters")
struct AllocationCountersTests {
  @Test("a process without the shim gets an error that names the cause and the hint")
  func absent() throws {
    let error = #expect(throws: ShimError.self) {
      _ = try AllocationCounters { _ in nil }
    }
    guard case .absent = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(error?.description.contains("swift build -c release --product AllocatorShim") == true)
    #expect(error?.description.contains("libjemalloc-dev") == true)
  }

  @Test("a failed preload is distinguished from no preload")
  func failedPreload() {
    #expect(ShimError.absent(preload: nil).description.contains("LD_PRELOAD is not set"))
    #expect(ShimError.absent(preload: "/no/such.so").description.contains("'/no/such.so'"))
  }

  @Test("a shim of another version, or without a version, is refused")
  func otherVersion() {
    let seven: @convention(c) () -> UInt32 = { 7 }
    let none: @convention(c) () -> UInt32 = { 0 }
    #expect(throws: ShimError.wrongABI(expected: AllocationCounters.abiVersion, found: 7)) {
      try counters(version: seven, others: nil)
    }
    #expect(throws: ShimError.sanitized) { try counters(version: none, others: nil) }
  }

  @Test("a shim that lacks a function is refused by that function's name")
  func incomplete() {
    let one: @convention(c) () -> UInt32 = { AllocationCounters.abiVersion }
    #expect(throws: ShimError.incomplete(symbol: "keystroke_shim_thread_counters")) {
      try counters(version: one, others: nil)
    }
  }

  @Test("a shim whose counters do not change is not live")
  func standingStill() throws {
    let one: @convention(c) () -> UInt32 = { AllocationCounters.abiVersion }
    let found = try counters(version: one, others: StandingStill.address(of:))
    #expect(found.allocatorVersion == "none")
    let error = #expect(throws: ShimError.self) { try found.selfTest() }
    guard case .notLive(_, let counter, let expected, let read) = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
    #expect(counter == "allocations")
    #expect(expected == "100")
    #expect(read == 0)
  }

  @Test("a counter that does not change has another hint than one that is off")
  func notLiveHints() {
    func text(read: Int) -> String {
      ShimError.notLive(body: "a body", counter: "frees", expected: "5", read: read).description
    }
    #expect(text(read: 0).contains("after a body, the counter 'frees' should have risen by 5"))
    #expect(text(read: 0).contains("memcheck"))
    #expect(text(read: 6).contains("but rose by 6"))
    #expect(text(read: 6).contains("CAllocatorShimTests"))
  }

  @Test("counters are read in the order of AllocatorShim.h")
  func order() {
    let counters: [UInt64] = [1, 2, 3, 4, 5, 6, UInt64(bitPattern: -7), UInt64(bitPattern: -8)]
    #expect(counters.count == AllocationSnapshot.counterCount)
    let snapshot = counters.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { AllocationSnapshot(counters: $0) }
    }
    #expect(
      snapshot
        == AllocationSnapshot(
          allocations: 1, requestedBytes: 2, usableBytes: 3, frees: 4, freedUsableBytes: 5,
          reallocs: 6, liveBytes: -7, peakLiveBytes: -8))
  }

  @Test("a difference is right even if a counter has overflowed in between")
  func beyondIntegers() {
    func snapshot(_ count: UInt64) -> AllocationSnapshot? {
      [UInt64](repeating: count, count: AllocationSnapshot.counterCount).withUnsafeBufferPointer {
        $0.baseAddress.map { AllocationSnapshot(counters: $0) }
      }
    }
    for bits in [32, 63] {
      let before = snapshot((1 << bits) - 5)
      let after = snapshot((1 << bits) + 5)
      #expect(before.flatMap { after?.since($0).allocations } == 10)
      #expect(before.flatMap { after?.since($0).requestedBytes } == 10)
    }
  }

  @Test("a difference measures the peak from the live bytes at the beginning")
  func difference() {
    let start = AllocationSnapshot(
      allocations: 10, requestedBytes: 1000, usableBytes: 1200, frees: 4, freedUsableBytes: 500,
      reallocs: 1, liveBytes: 700, peakLiveBytes: 700)
    let end = AllocationSnapshot(
      allocations: 13, requestedBytes: 1600, usableBytes: 2000, frees: 7, freedUsableBytes: 1400,
      reallocs: 2, liveBytes: 600, peakLiveBytes: 1100)
    #expect(
      end.since(start)
        == AllocationSnapshot(
          allocations: 3, requestedBytes: 600, usableBytes: 800, frees: 3, freedUsableBytes: 900,
          reallocs: 1, liveBytes: -100, peakLiveBytes: 400))
  }

  /// Returns counters of a made-up shim: `version` returns its version, `others` finds the other functions.
  private func counters(
    version: @convention(c) () -> UInt32, others: ((String) -> UnsafeMutableRawPointer?)?
  ) throws -> AllocationCounters {
    try AllocationCounters { name in
      name == "keystroke_shim_abi_version"
        ? unsafeBitCast(version, to: UnsafeMutableRawPointer?.self) : others?(name)
    }
  }
}
