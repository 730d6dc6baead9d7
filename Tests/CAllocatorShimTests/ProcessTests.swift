import Subprocess
import Testing

@Suite("The whole process", .needsLiveShim)
struct ProcessTests {
  @Test("children forked under load allocate, count, and make threads")
  func fork() async throws {
    let values = try await ProbeRun.values("ShimProbe", "fork", "50")
    #expect(values["failure"] == 0)
    #expect(values["children_fine"] == 50)
    try expectAgreement(values)
  }

  @Test("blocks allocated before the first constructor are counted and can be freed later")
  func early() async throws {
    let values = try await ProbeRun.values("ShimProbe", "early")
    #expect(values["early_allocations"] == 6)
    #expect(values["early_frees"] == 2)
    #expect(values["early_reallocs"] == 1)
    #expect(values["early_requested"] == 100 + 100 + 50 + 500 + 100 + 100 + 10)
    #expect(values["early_refused"] == 4)
    #expect(values["frees"] == 4)
    #expect(values["live_bytes"] == -(112 + 112 + 512 + 112))
    try expectAgreement(values)
  }

  @Test("allocations of ld.so for dlopen are counted")
  func dlopen() async throws {
    let values = try await ProbeRun.values("ShimProbe", "dlopen")
    #expect(values["is_open"] == 1)
    #expect((values["allocations"] ?? 0) > 0)
    #expect((values["frees_at_close"] ?? 0) > 0)
    try expectAgreement(values)
  }

  @Test("all 33 functions come from the shim, also those that libjemalloc exports")
  func symbols() async throws {
    let values = try await ProbeRun.values("ShimProbe", "symbols")
    #expect(values["from_shim"] == 33)
    #expect(values["from_elsewhere"] == 0)
  }

  @Test("with counting off nothing is counted, and jemalloc still works")
  func countingOff() async throws {
    let values = try await ProbeRun.values("ShimProbe", "counting-off")
    #expect(values["was_on"] == 1)
    #expect(values["was_on_again"] == 0)
    // Only the block allocated after counting was switched on again.
    #expect(values["allocations"] == 1)
    #expect(values["requested_bytes"] == 1)
    #expect(values["frees"] == 1)
    #expect(values["reallocs"] == 0)
    #expect(
      values["jemalloc_allocated"] == 112 + 112 + 64 + 512 + 128 + 32 + 8)
  }

  @Test("the interface's version, and jemalloc's")
  func version() async throws {
    let values = try await ProbeRun.values("ShimProbe", "version")
    #expect(values["abi_version"] == 2)
    #expect(values["fields"] == 3)
    #expect((values["major"] ?? 0) >= 5)
  }

  @Test("without the shim the probe says so")
  func absent() async throws {
    let folder = try BuildFolder.ofThisBuild()
    let run = try await ProbeRun.of("ShimProbe", ["fork"], folder: folder.path)
    #expect(run.status == .exited(69))
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("LD_PRELOAD"))
  }
}
