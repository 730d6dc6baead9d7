import Foundation
import RunFixtures
import Testing

/// Tests of a shim that is absent or not live: no count may be 0 for that reason.
struct FailureShimTests {
  private let folder: TemporaryFolder
  private let program: BuiltProgram

  /// Copies the executables, but not the shim.
  init() throws {
    folder = try TemporaryFolder()
    for name in ["keystroke-bench", "HarnessNoise"] {
      try FileManager.default.copyItem(
        atPath: BuiltProgram(name).path, toPath: folder.path(name))
    }
    program = BuiltProgram("keystroke-bench", in: folder.path)
  }

  private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(
      [
        "run", "--suite", "HarnessNoise", "--strategy", "empty,malloc-1x64", "--rounds", "1",
        "--cell-time", "1ms", "--out", "a",
      ] + arguments, in: folder.path)
  }

  /// Expects status 2 with the reason and the hint, and no run.
  private func expectRefusal(_ outcome: BuiltProgram.Outcome, _ reasons: String...) {
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    for words in reasons { #expect(outcome.error.contains(words), "\(outcome.error)") }
    #expect(outcome.error.contains("swift build -c release --product AllocatorShim"))
    expectNoRun()
  }

  /// Checks that the failure is detected before anything is written.
  private func expectNoRun() {
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  /// Builds a library that has the shim's functions and counts nothing.
  private func buildDeaf(version: Int) async throws {
    try folder.write(
      """
      #include <stdbool.h>
      #include <stdint.h>
      static uint64_t counters[8];
      uint32_t keystroke_shim_abi_version(void) { return \(version); }
      const uint64_t *keystroke_shim_thread_counters(void) { return counters; }
      void keystroke_shim_process_counters(uint64_t *out) { for (int i = 0; i < 8; i++) out[i] = 0; }
      void keystroke_shim_reset_peak(void) {}
      bool keystroke_shim_set_counting(bool on) { return on; }
      const char *keystroke_shim_allocator_version(void) { return "none"; }

      """, to: "deaf.c")
    // The toolchain that built these tests includes clang.
    let built = try await program.run(
      [], script: "clang -shared -fPIC -o libAllocatorShim.so deaf.c", in: folder.path)
    try #require(built.status == 0, "\(built.error)")
  }

  @Test("No shim beside the program: 2 before anything is written, and the hint")
  func absent() async throws {
    expectRefusal(
      try await run(), "libAllocatorShim.so does not exist", "--no-allocations")
    let without = try await run("--no-allocations")
    #expect(without.status == 0, "\(without.error)")
    #expect(try !RunOnDisk(folder.path("a")).rows.contains { $0["instrument"] == "shim" })
  }

  @Test("A shim that is not a library: 2, and the hint")
  func garbage() async throws {
    try folder.write("garbage", to: "libAllocatorShim.so")
    expectRefusal(try await run(), "allocations are not counted", "is not loaded")
  }

  @Test("A shim that is loaded and counts nothing: 2, naming the counter that did not change")
  func deaf() async throws {
    try await buildDeaf(version: 2)
    let outcome = try await run()
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("should have risen by 100, but rose by 0"), "\(outcome.error)")
    expectNoRun()
  }

  @Test("A shim of another version: 2, and both versions")
  func otherVersion() async throws {
    try await buildDeaf(version: 7)
    let outcome = try await run()
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("7") && outcome.error.contains("version"), "\(outcome.error)")
    expectNoRun()
  }

  @Test("doctor reports it too: 2")
  func doctor() async throws {
    let absent = try await program.run(["doctor", "--suite", "HarnessNoise"])
    #expect(absent.status == 2)
    #expect(absent.output.contains(/fail +shim +\S+libAllocatorShim.so does not exist/))
    #expect(absent.output.contains("shim: scripts/install of keystroke-bench"))
    try await buildDeaf(version: 2)
    let deaf = try await program.run(["doctor", "--suite", "HarnessNoise"])
    #expect(deaf.status == 2)
    #expect(deaf.output.contains(/fail +shim +it is preloaded, but not live/))
  }
}
