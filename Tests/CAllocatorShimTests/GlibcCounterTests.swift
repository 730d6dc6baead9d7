import Testing

/// Tests of the shim over jemalloc against a counter over the C library that shares no code with it.
@Suite("A second counter, over the C library", .needsLiveShim)
struct GlibcCounterTests {
  @Test(
    "both count the same if the program does not ask for the usable size of a block",
    arguments: [
      ("malloc", 100, 10_000), ("calloc", 100, 10_000), ("realloc", 100, 55_000),
      ("aligned", 100, 100_000), ("array", 100, 83_200), ("class", 200, 4800),
      ("dictionary", 200, 93_600), ("closure", 300, 8800), ("format", 200, 47_200),
      ("parse", 300, 27_500), ("formatter-string", 500, 23_300),
      ("formatter-number", 400, 20_800),
    ])
  func equal(body: String, allocations: Int, bytes: Int) async throws {
    let (shim, other) = try await counts(body)
    #expect(shim == other)
    #expect(shim["allocations"] == allocations)
    #expect(shim["requested_bytes"] == bytes)
    #expect(shim["frees"] == allocations)
    #expect(shim["reallocs"] == (body == "realloc" ? 100 : 0))
  }

  /// Compares programs that use the slack of a block: Swift asks for the usable size of a new buffer and fills it.
  ///
  /// jemalloc's size classes are further apart than glibc's, so there is more to fill, and growing buffers take other
  /// steps.
  @Test(
    "if the slack of a block is used, the counts depend on the allocator",
    arguments: [
      ("append", (1000, 2_032_800), (1000, 1_653_600)),
      ("string-append", (500, 142_400), (500, 132_800)),
      ("reserve", (100, 55_200), (200, 162_400)),
    ])
  func different(body: String, jemalloc: (Int, Int), glibc: (Int, Int)) async throws {
    let (shim, other) = try await counts(body)
    #expect(shim["allocations"] == jemalloc.0)
    #expect(shim["requested_bytes"] == jemalloc.1)
    #expect(other["allocations"] == glibc.0)
    #expect(other["requested_bytes"] == glibc.1)
  }

  /// Returns the counts of both counters for 100 calls.
  private func counts(_ body: String) async throws -> (shim: [String: Int], other: [String: Int]) {
    let folder = try BuildFolder.ofThisBuild()
    func values(_ library: String) async throws -> [String: Int] {
      try await ProbeRun.of(
        "SwiftShimProbe", ["count", body], preload: [folder.file(library)], folder: folder.path
      ).values()
    }
    return try await (values("libAllocatorShim.so"), values("libGlibcCounter.so"))
  }
}
