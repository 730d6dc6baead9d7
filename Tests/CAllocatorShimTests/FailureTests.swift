import Testing

/// Tests of requests without memory, of impossible requests, and of errno.
@Suite("Failures", .needsLiveShim)
struct FailureTests {
  @Test("a request that fails returns NULL with ENOMEM, counts nothing and leaves the block alone")
  func overflow() async throws {
    let values = try await ProbeRun.values("ShimProbe", "overflow")
    #expect(values["granted"] == 0)
    #expect(values["wrong_errno"] == 0)
    #expect(values["kept"] == 1)
    try expectOneBlock(values)
  }

  @Test("sizes larger than any address space")
  func noMemory() async throws {
    let values = try await ProbeRun.values("ShimProbe", "enomem")
    #expect(values["granted"] == 0)
    #expect(values["wrong_errno"] == 0)
    // posix_memalign returns ENOMEM (12), and leaves errno and the pointer unchanged.
    #expect(values["returned"] == 12)
    #expect(values["errno_after"] == 4242)
    #expect(values["pointer_kept"] == 1)
    try expectOneBlock(values)
  }

  @Test("a size that the kernel refuses under a limit, and grants without it")
  func limit() async throws {
    let values = try await ProbeRun.values("ShimProbe", "enomem-limit")
    #expect(values["limited"] == 1)
    #expect(values["granted"] == 0)
    #expect(values["wrong_errno"] == 0)
    #expect(values["kept"] == 7)
    #expect(values["allocations"] == 2)
    #expect(values["requested_bytes"] == 100 + (1 << 30))
    try expectAgreement(values)
  }

  @Test("an invalid alignment gives EINVAL")
  func badAlignment() async throws {
    let values = try await ProbeRun.values("ShimProbe", "bad-alignment")
    #expect(values["granted"] == 0)
    #expect(values["wrong_errno"] == 0)
    #expect(values["not_einval"] == 0)
    #expect(values["changed"] == 0)
    #expect(values["allocations"] == 0)
    #expect(values["frees"] == 0)
  }

  @Test("success does not change errno, from 1 byte to 64 MB")
  func errnoKept() async throws {
    let values = try await ProbeRun.values("ShimProbe", "errno-kept")
    #expect(values["changed"] == 0)
    // There are 14 sizes with 8 blocks each.
    #expect(values["allocations"] == 14 * 8)
    #expect(values["frees"] == 14 * 8)
    #expect(values["reallocs"] == 14 * 2)
    try expectAgreement(values)
  }

  private func expectOneBlock(
    _ values: [String: Int], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(values["allocations"] == 1, sourceLocation: sourceLocation)
    #expect(values["requested_bytes"] == 100, sourceLocation: sourceLocation)
    #expect(values["frees"] == 1, sourceLocation: sourceLocation)
    #expect(values["reallocs"] == 0, sourceLocation: sourceLocation)
    try expectAgreement(values, sourceLocation: sourceLocation)
  }
}
