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
        "run", "--suite", "HarnessNoise", "--strategy", "empty", "--no-time", "--out", "a",
      ] + arguments, in: folder.path)
  }

  /// Expects status 2 with the reason before anything is written.
  private func expectRefusal(_ outcome: BuiltProgram.Outcome, _ words: String) {
    #expect(outcome.status == 2 && outcome.output == "")
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test("No shim beside the program: 2, and the hint; doctor reports it, too")
  func absent() async throws {
    let refused = try await run()
    expectRefusal(refused, "libAllocatorShim.so does not exist")
    #expect(refused.error.contains("swift build -c release --product AllocatorShim"))
    let doctor = try await program.run(["doctor", "--suite", "HarnessNoise"])
    #expect(doctor.status == 2)
    #expect(doctor.output.contains(/fail +shim +\S+libAllocatorShim.so does not exist/))
    let without = try await run("--no-allocations")
    #expect(without.status == 0, "\(without.error)")
    #expect(try !RunOnDisk(folder.path("a")).rows.contains { $0["instrument"] == "shim" })
  }

  @Test(
    "A shim that counts nothing, or of another version: 2",
    arguments: [(2, "should have risen by 100, but rose by 0"), (7, "version 7")])
  func deaf(version: Int, words: String) async throws {
    // A library that has the shim's functions.
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
    expectRefusal(try await run(), words)
  }
}
