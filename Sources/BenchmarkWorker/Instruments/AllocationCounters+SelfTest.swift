import Glibc

extension AllocationCounters {
  /// Proves that this thread's allocations are counted, and counted correctly.
  ///
  /// Runs bodies of known cost and compares every counter. Call it before reporting: if malloc is replaced once more,
  /// for example by memcheck, the shim is loaded and counts nothing.
  ///
  /// - Throws: `ShimError.notLive` with the first counter that has a wrong value.
  package func selfTest() throws(ShimError) {
    try testBlocks()
    try testCalloc()
    try testRealloc()
    try testArray()
  }

  private func testBlocks() throws(ShimError) {
    let count = 100
    let size = 24
    let blocks = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: count)
    defer { blocks.deallocate() }
    blocks.initialize(repeating: nil, count: count)

    resetPeak()
    let start = snapshot
    for index in 0..<count { blocks[index] = malloc(size) }
    let allocated = snapshot
    // Each block is passed to a function that the compiler cannot see into, so it cannot optimise the blocks away. The
    // sum is found without the shim's counters.
    var usable = 0
    for index in 0..<count { usable += usableSize(blocks[index]) }
    let beforeFrees = snapshot
    for index in 0..<count { free(blocks[index]) }
    let end = snapshot

    try compare(
      allocated.since(start),
      with: AllocationSnapshot(
        allocations: count, requestedBytes: count * size, usableBytes: usable, liveBytes: usable,
        peakLiveBytes: usable),
      after: "\(count) mallocs of \(size) bytes")
    try compare(
      end.since(beforeFrees),
      with: AllocationSnapshot(
        frees: count, freedUsableBytes: usable, liveBytes: -usable, peakLiveBytes: 0),
      after: "the frees of \(count) blocks")
  }

  private func testCalloc() throws(ShimError) {
    resetPeak()
    let start = snapshot
    let block = calloc(10, 16)
    let usable = usableSize(block)
    free(block)
    let end = snapshot
    try compare(
      end.since(start),
      with: AllocationSnapshot(
        allocations: 1, requestedBytes: 160, usableBytes: usable, frees: 1,
        freedUsableBytes: usable, peakLiveBytes: usable),
      after: "a calloc of 10 times 16 bytes and its free")
  }

  private func testRealloc() throws(ShimError) {
    let small = malloc(100)
    let former = usableSize(small)
    resetPeak()
    let start = snapshot
    let large = realloc(small, 4096)
    let end = snapshot
    let usable = usableSize(large)
    free(large)
    try compare(
      end.since(start),
      with: AllocationSnapshot(
        requestedBytes: 4096, usableBytes: usable, freedUsableBytes: former, reallocs: 1,
        liveBytes: usable - former, peakLiveBytes: usable - former),
      after: "a realloc from 100 to 4096 bytes")
  }

  /// Swift's own allocations, which reach malloc from another library.
  private func testArray() throws(ShimError) {
    let count = 1000
    // The runtime makes the array's type when it is first used.
    var sum = useFreshArray(count: count)
    let start = snapshot
    sum &+= useFreshArray(count: count)
    let change = snapshot.since(start)

    let body = "one Swift array of \(count) integers (sum \(sum))"
    try check(change.allocations, isIn: 1...1, "allocations", after: body)
    try check(change.frees, isIn: 1...1, "frees", after: body)
    try check(change.reallocs, isIn: 0...0, "reallocs", after: body)
    // The elements and a header, whose size depends on the runtime.
    try check(
      change.requestedBytes, isIn: (count * 8)...(count * 8 + 128), "requested bytes", after: body)
    try check(change.liveBytes, isIn: 0...0, "live bytes", after: body)
  }

  private func compare(
    _ read: AllocationSnapshot, with expected: AllocationSnapshot, after body: String
  ) throws(ShimError) {
    let counters: [(String, KeyPath<AllocationSnapshot, Int>)] = [
      ("allocations", \.allocations), ("requested bytes", \.requestedBytes),
      ("usable bytes", \.usableBytes), ("frees", \.frees),
      ("freed usable bytes", \.freedUsableBytes), ("reallocs", \.reallocs),
      ("live bytes", \.liveBytes), ("peak live bytes", \.peakLiveBytes),
    ]
    for (name, counter) in counters {
      let value = expected[keyPath: counter]
      try check(read[keyPath: counter], isIn: value...value, name, after: body)
    }
  }

  private func check(
    _ read: Int, isIn expected: ClosedRange<Int>, _ counter: String, after body: String
  ) throws(ShimError) {
    guard !expected.contains(read) else { return }
    let wanted =
      expected.count == 1
      ? "\(expected.lowerBound)" : "\(expected.lowerBound) to \(expected.upperBound)"
    throw .notLive(body: body, counter: counter, expected: wanted, read: read)
  }
}

// Neither function is inlined, so that the array is not put on the stack or left out.

@inline(never)
private func makeArray(count: Int) -> [Int] {
  [Int](repeating: 7, count: count)
}

// No loop and no closure: in a debug build those allocate as well.
@inline(never)
private func useFreshArray(count: Int) -> Int {
  let array = makeArray(count: count)
  return array[0] &+ array[count - 1]
}
