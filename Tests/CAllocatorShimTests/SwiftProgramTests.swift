import Subprocess
import Testing

/// Tests of an unmodified Swift program with the shim preloaded.
///
/// The probe reads the counters through `AllocationCounters`, so these are also its tests.
@Suite("A Swift program", .needsLiveShim)
struct SwiftProgramTests {
  @Test("the self-test passes if the shim is preloaded")
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

  @Test("without the shim the error contains the hint")
  func absent() async throws {
    let run = try await failing(["self-test"], preload: [])
    #expect(run.errors.contains("LD_PRELOAD is not set"))
    #expect(run.errors.contains("--product AllocatorShim"))
  }

  @Test("another allocator before the shim in LD_PRELOAD is detected")
  func shadowed() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    let run = try await failing(["self-test"], preload: ["libjemalloc.so.2", shim])
    #expect(run.errors.contains("another allocator before it"))
  }

  @Test("a shim loaded by dlopen is detected")
  func lateLoad() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    // dlopen cannot load libjemalloc: there is not enough thread-local storage.
    let run = try await failing(["late-load", shim], preload: ["libjemalloc.so.2"])
    #expect(run.errors.contains("should have risen by 100, but rose by 0"))
  }

  @Test("counting that was switched off is detected")
  func switchedOff() async throws {
    let shim = try BuildFolder.ofThisBuild().shim
    let run = try await failing(["switched-off"], preload: [shim])
    #expect(run.errors.contains("should have risen by 100, but rose by 0"))
  }

  /// Runs the probe, which must exit with status 2, report no figure, and give the reason.
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
