import Testing

/// Tests of every C entry point when it succeeds: counts equal the requests, and jemalloc's own count.
///
/// Usable sizes are jemalloc's size classes: 24 -> 32, 50 -> 64, 100 -> 112, 200 -> 224,
/// 500 -> 512, 5000 -> 5120.
@Suite("Entry points", .needsLiveShim)
struct EntryPointTests {
  @Test(
    "counts are exact",
    arguments: [
      Traffic(
        verb: "malloc", times: 1000, allocations: 1000, requested: 100_000, usable: 112_000,
        frees: 1000, peak: 112),
      Traffic(
        verb: "calloc", times: 10, allocations: 10, requested: 1000, usable: 1120, frees: 10,
        peak: 112, findings: ["dirty_bytes": 0]),
      Traffic(
        verb: "realloc", times: 10, allocations: 10, requested: 10 * (100 + 5000 + 50),
        usable: 10 * (112 + 5120 + 64), frees: 10, reallocs: 20, peak: 5120,
        findings: ["lost_bytes": 0]),
      Traffic(
        verb: "realloc-in-place", allocations: 1, requested: 210, usable: 224, frees: 1,
        reallocs: 1, peak: 112, findings: ["moved": 0]),
      Traffic(
        verb: "realloc-null", allocations: 1, requested: 100, usable: 112, frees: 1, peak: 112,
        findings: ["is_null": 0]),
      Traffic(
        verb: "realloc-zero", allocations: 1, requested: 100, usable: 112, frees: 1, peak: 112,
        findings: ["is_null": 1]),
      Traffic(
        verb: "reallocarray", allocations: 1, requested: 300, usable: 336, frees: 1, reallocs: 1,
        peak: 224, findings: ["is_null": 0]),
      Traffic(
        verb: "valloc", allocations: 1, requested: 100, usable: 4096, frees: 1, peak: 4096,
        findings: ["misaligned": 0]),
      Traffic(
        verb: "pvalloc", allocations: 1, requested: 5000, usable: 8192, frees: 1, peak: 8192,
        findings: ["misaligned": 0, "usable": 8192]),
      Traffic(
        verb: "malloc-usable-size", allocations: 1, requested: 100, usable: 112, frees: 1,
        peak: 112,
        findings: ["usable": 112, "of_null": 0]),
      Traffic(
        verb: "free-sized", allocations: 1, requested: 100, usable: 112, frees: 1, peak: 112,
        findings: ["is_found": 1]),
      Traffic(
        verb: "free-aligned-sized", allocations: 1, requested: 512, usable: 512, frees: 1,
        peak: 512,
        findings: ["is_found": 1]),
      Traffic(verb: "free-null", allocations: 0, requested: 0, usable: 0, frees: 0, peak: 0),
      Traffic(
        verb: "leak", times: 10, allocations: 10, requested: 330, usable: 480, frees: 0, live: 480,
        peak: 480),
    ])
  func counts(_ traffic: Traffic) async throws {
    let values = try await ProbeRun.values("ShimProbe", traffic.verb, "\(traffic.times)")
    #expect(values == traffic.values)
  }

  @Test(
    "alignments up to 65536 are kept",
    arguments: [
      ("posix-memalign", 14), ("aligned-alloc", 17), ("memalign", 17),
    ])
  func alignments(verb: String, blocks: Int) async throws {
    let values = try await ProbeRun.values("ShimProbe", verb)
    #expect(values["misaligned"] == 0)
    #expect(values["allocations"] == blocks)
    #expect(values["frees"] == blocks)
    #expect(values["requested_bytes"] == blocks * 100)
    #expect(values["live_bytes"] == 0)
    try expectAgreement(values)
  }

  @Test("size 0 gives a separate block, with each of ten entry points")
  func sizeZero() async throws {
    let values = try await ProbeRun.values("ShimProbe", "size-zero")
    #expect(values["nulls"] == 0)
    #expect(values["twins"] == 0)
    #expect(values["errors"] == 0)
    #expect(values["allocations"] == 10)
    #expect(values["frees"] == 10)
    #expect(values["requested_bytes"] == 0)
    #expect(values["live_bytes"] == 0)
    try expectAgreement(values)
  }

  @Test("sizes from 1 byte to 64 MB agree with jemalloc's own count")
  func sizes() async throws {
    let values = try await ProbeRun.values("ShimProbe", "sizes")
    #expect(values["too_small"] == 0)
    #expect(values["allocations"] == values["frees"])
    #expect((values["peak_live_bytes"] ?? 0) > 32 << 20)
    try expectAgreement(values)
  }

  @Test("counts exceed 32 bits, and pass the highest bit of 64, without a loss")
  func large() async throws {
    let gigabytes = try await ProbeRun.values("ShimProbe", "gigabytes", "10")
    #expect(gigabytes["requested_bytes"] == 10 << 30)
    #expect(gigabytes["usable_bytes"] == 10 << 30)
    #expect(gigabytes["live_bytes"] == 0)
    try expectAgreement(gigabytes)
    #expect(try await ProbeRun.values("ShimProbe", "large-counters")["wrong"] == 0)
  }

  @Test("the peak is the most that was live, until it is reset")
  func peak() async throws {
    let values = try await ProbeRun.values("ShimProbe", "peak")
    #expect(values["peak_above_live"] == 1024 + 2048)
    #expect(values["peak_above_live_after_reset"] == 0)
  }
}

/// Checks that the shim and jemalloc have counted the same bytes.
func expectAgreement(
  _ values: [String: Int], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let usable = try #require(values["usable_bytes"], sourceLocation: sourceLocation)
  let freed = try #require(values["freed_usable_bytes"], sourceLocation: sourceLocation)
  #expect(usable == values["jemalloc_allocated"], sourceLocation: sourceLocation)
  #expect(freed == values["jemalloc_deallocated"], sourceLocation: sourceLocation)
  #expect(usable - freed == values["live_bytes"], sourceLocation: sourceLocation)
}
