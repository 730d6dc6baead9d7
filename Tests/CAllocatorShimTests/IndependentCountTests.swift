import Foundation
import Subprocess
import Testing

/// Tests of the same binary's bodies, counted by valgrind's memcheck, which is independent of the shim.
@Suite("An independent count", .needsLiveShim)
struct IndependentCountTests {
  @Test(
    "memcheck over the C library's allocator sees what the shim sees",
    arguments: [
      "malloc", "mixture", "leak",
    ])
  func memcheck(verb: String) async throws {
    let shim = try await ProbeRun.values("ShimProbe", verb, "1000")
    let copy = try await StrippedCopy.make()
    defer { copy.remove() }
    let once = try await heapUsage(of: copy, verb: verb, times: 1000)
    let twice = try await heapUsage(of: copy, verb: verb, times: 2000)

    let reallocs = try #require(shim["reallocs"])
    let allocations = try #require(shim["allocations"])
    let frees = try #require(shim["frees"])
    // memcheck counts a realloc as an allocation of the whole new size and a free.
    #expect(twice.allocations - once.allocations == allocations + reallocs)
    #expect(twice.frees - once.frees == frees + reallocs)
    #expect(twice.bytes - once.bytes == shim["requested_bytes"])
  }

  @Test("under memcheck, which replaces malloc, the self-test says that counting is not live")
  func notLive() async throws {
    let copy = try await StrippedCopy.make()
    defer { copy.remove() }
    let run = try await valgrind(
      ["--quiet", copy.file("SwiftShimProbe"), "self-test"],
      preload: [copy.file("libAllocatorShim.so")])
    #expect(run.status == .exited(2))
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("should have risen by 100, but rose by 0"))
    #expect(run.errors.contains("memcheck"))
  }

  private struct HeapUsage {
    let allocations: Int
    let frees: Int
    let bytes: Int
  }

  private func heapUsage(
    of copy: StrippedCopy, verb: String, times: Int
  ) async throws -> HeapUsage {
    let run = try await valgrind([copy.file("ShimProbe"), verb, "\(times)"])
    try #require(run.status == .exited(0), "\(run.errors)")
    // ==1==   total heap usage: 7,028 allocs, 7,021 frees, 1,194,203 bytes allocated
    let line = /total heap usage: ([0-9,]+) allocs, ([0-9,]+) frees, ([0-9,]+) bytes allocated/
    let match = try #require(run.errors.firstMatch(of: line), "\(run.errors)")
    func number(_ text: Substring) throws -> Int {
      try #require(Int(text.filter { $0 != "," }))
    }
    return try HeapUsage(
      allocations: number(match.1), frees: number(match.2), bytes: number(match.3))
  }

  /// Runs valgrind, whose default tool is memcheck.
  private func valgrind(
    _ arguments: [String], preload: [String] = []
  ) async throws -> ProbeRun {
    try await ProbeRun.of(
      tool: "valgrind", arguments, preload: preload,
      hint: "apt-get install valgrind (scripts/bootstrap does)")
  }
}
