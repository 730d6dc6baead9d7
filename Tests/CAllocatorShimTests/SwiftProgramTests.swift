import Subprocess
import Testing

/// An unmodified Swift program with the shim preloaded.
///
/// The probe reads the counters through `AllocationCounters`, so these are its tests as well.
@Suite("A Swift program", .needsLiveShim)
struct SwiftProgramTests {
  @Test("the self-test passes where the shim is preloaded")
  func selfTest() async throws {
    #expect(try await ProbeRun.values("SwiftShimProbe", "self-test") == ["live": 1])
  }

  @Test(
    "Foundation's integer style in fr_FR, 100 warm calls",
    arguments: [
      ("format", 200, 47_200), ("parse", 300, 27_500),
    ])
  func foundation(verb: String, allocations: Int, requested: Int) async throws {
    let values = try await ProbeRun.values("SwiftShimProbe", verb)
    #expect(
      values == [
        "allocations": allocations, "requested_bytes": requested, "reallocs": 0, "live_bytes": 0,
      ])
  }

  @Test("a snapshot allocates nothing")
  func snapshots() async throws {
    let values = try await ProbeRun.values("SwiftShimProbe", "snapshots")
    #expect(
      values == [
        "allocations": 0, "requested_bytes": 0, "reallocs": 0, "live_bytes": 0,
        "sum_is_positive": 1,
      ])
  }

  @Test("without the shim the error names the hint")
  func absent() async throws {
    let run = try await failing(["self-test"], preload: [])
    #expect(run.errors.contains("LD_PRELOAD is not set"))
    #expect(run.errors.contains("--product AllocatorShim"))
  }

  @Test("another allocator before the shim in LD_PRELOAD is found out")
  func shadowed() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    let run = try await failing(["self-test"], preload: ["libjemalloc.so.2", shim])
    #expect(run.errors.contains("another allocator before it"))
  }

  @Test("a shim that came by dlopen is found out")
  func lateLoad() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    // libjemalloc cannot be loaded by dlopen, for want of thread-local room.
    let run = try await failing(["late-load", shim], preload: ["libjemalloc.so.2"])
    #expect(run.errors.contains("should have risen by 100, and has by 0"))
  }

  @Test("counting that was switched off is found out")
  func switchedOff() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    let run = try await failing(["switched-off"], preload: [shim])
    #expect(run.errors.contains("should have risen by 100, and has by 0"))
  }

  /// Runs the probe, which must end with status 2, report no figure, and say why.
  private func failing(_ arguments: [String], preload: [String]) async throws -> ProbeRun {
    let folder = try BuildFolder.ofThisBuild().path
    let run = try await ProbeRun.of(
      "SwiftShimProbe", arguments, preload: preload, folder: folder)
    #expect(run.status == .exited(2))
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("allocations are not counted"))
    return run
  }
}
