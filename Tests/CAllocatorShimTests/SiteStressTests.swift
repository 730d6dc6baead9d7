import Foundation
import Subprocess
import Testing

/// Tests of allocation sites under failures and concurrency.
@Suite("Allocation sites under stress", .needsLiveShim)
struct SiteStressTests {
  @Test(
    "recording does not change the counts, and the sites add up to them",
    arguments: [
      "malloc", "calloc", "realloc", "realloc-in-place", "realloc-null", "realloc-zero",
      "reallocarray", "posix-memalign", "aligned-alloc", "memalign", "valloc", "pvalloc",
      "free-sized", "free-aligned-sized", "free-null", "size-zero", "sizes", "mixture", "leak",
      "new", "new-sized", "new-nothrow", "array", "array-sized", "array-nothrow", "new-aligned",
      "new-aligned-sized", "new-aligned-nothrow", "array-aligned", "array-aligned-sized",
      "array-aligned-nothrow", "new-zero-and-null", "new-handler-makes-room", "overflow", "enomem",
      "enomem-limit", "bad-alignment", "errno-kept",
    ])
  func sums(verb: String) async throws {
    let plain = try await ProbeRun.values("ShimProbe", verb, "100")
    let recorded = try await ProbeRun.values("ShimProbe", "sites:\(verb)", "100")
    #expect(recorded.filter { !$0.key.hasPrefix("site_") } == plain)
    for counter in ["allocations", "requested_bytes", "reallocs", "live_bytes"] {
      #expect(recorded["site_\(counter)"] == plain[counter], "\(counter)")
    }
    #expect(recorded["site_lost"] == 0)
  }

  @Test("blocks that another thread frees are not alive, whether or not that thread records")
  func crossThread() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-cross-thread", "5000")
    #expect(values["live"] == 0)
    #expect(values["lost"] == 0)
    #expect(values["live_if_it_records"] == 0)
    #expect(values["lost_if_it_records"] == 0)
  }

  @Test("frees that exceed the queue are counted as lost, one by one")
  func handedTooMany() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-cross-thread", "20000")
    #expect(values["lost"] == 20_000 - 8192)
    #expect(values["live"] == values["lost"])
  }

  @Test("concurrent threads that free each other's blocks")
  func threads() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-threads", "200000")
    #expect(values["differing"] == 0)
    #expect(values["live"] == values["lost"])
  }

  @Test("the sites of exited threads remain, and their memory is used by the next thread")
  func exits() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-exits", "2000")
    #expect(values["site_allocations"] == 2000 * 11)
    #expect(values["live"] == 2000)
    #expect((values["megabytes_more"] ?? .max) < 100)
    #expect(values["sites_after"] == 0)
  }

  @Test("tasks record on the threads that they run on, and free each other's blocks")
  func tasks() async throws {
    let values = try await ProbeRun.values("SwiftShimProbe", "tasks")
    #expect((values["sites"] ?? 0) >= 1)
    #expect(values["allocations"] == 2000)
    #expect(values["requested_bytes"] == 2000 * 777)
    #expect(values["live_blocks"] == 1000)
    #expect(values["without_frames"] == 0)
    #expect(values["lost"] == 0)
  }

  @Test("children forked while all threads record can record, read and reset")
  func fork() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-fork", "50")
    #expect(values["failure"] == 0)
    #expect(values["children_fine"] == 50)
  }

  @Test("the walk ends for any value in place of a frame pointer")
  func brokenFrames() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-broken-frames")
    #expect(values["stack_is_known"] == 1)
    #expect(values["missing"] == 0)
    #expect(values["lost"] == 0)
  }

  @Test("a signal every millisecond, whose handler allocates nothing, changes nothing")
  func signals() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-signals", "300")
    #expect(values["missing"] == 0)
    #expect(values["live"] == 0)
    #expect(values["interruptions"] == 0)
    #expect(values["other_losses"] == 0)
  }

  @Test("a handler that allocates during the recording is counted, at its site or as lost")
  func reentry() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-reentry", "1000")
    #expect(values["handlers_allocated"] == 1)
    #expect(values["interruptions"] == 1)
    #expect(values["handlers_missing"] == 0)
    #expect(values["missing"] == 0)
    #expect(values["live"] == 0)
    #expect(values["other_losses"] == 0)
  }

  @Test("a handler's stack includes the interrupted frames, unless it has a separate stack")
  func handlerStack() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-handler-stack")
    #expect((values["depth"] ?? 0) >= 3)
    #expect(values["depth_on_own_stack"] == 1)
  }

  @Test("if the kernel gives no more memory, blocks that are not followed are counted as lost")
  func noMemory() async throws {
    let values = try await ProbeRun.values("ShimProbe", "site-no-memory")
    #expect((values["granted"] ?? 0) > 2000)
    #expect(values["missing"] == 0)
    #expect(values["unaccounted"] == 0)
    #expect(values["some_untracked"] == 1)
    #expect(values["records_again"] == 1)
  }

  @Test("the frame of a closed library stays in the stack")
  func library() async throws {
    let folder = try BuildFolder.ofThisBuild()
    let files = FileManager.default.temporaryDirectory
      .appendingPathComponent("plugin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let source = files.appendingPathComponent("plugin.c")
    let library = files.appendingPathComponent("plugin.so").path
    try """
    #include <stdlib.h>
    void *plugin_make(size_t size) {
      void *block = malloc(size);
      __asm__ volatile("" : "+r"(block));
      return block;
    }
    """.write(to: source, atomically: true, encoding: .utf8)
    let build = try await ProbeRun.of(
      tool: "clang",
      ["-shared", "-fPIC", "-O1", "-fno-omit-frame-pointer", source.path, "-o", library],
      hint: "put the Swift toolchain's bin folder into PATH")
    try #require(build.status == .exited(0), "\(build.errors)")
    let values = try await ProbeRun.of(
      "ShimProbe", ["site-library", "1", library], preload: [folder.shim], folder: folder.path
    ).values()
    #expect(values["closed"] == 1)
    #expect(values["is_gone"] == 1)
    #expect(values["frame_is_kept"] == 1)
    #expect((values["depth"] ?? 0) >= 3)
    #expect(values["live"] == 0)
    #expect(values["lost"] == 0)
  }
}
