import Foundation
import Subprocess
import Testing

/// Tests that the shim does nothing under a sanitizer, which has its own allocator and crashes with a second one.
@Suite("Sanitizers")
struct SanitizerTests {
  @Test(
    "the shim defines no allocation function under a sanitizer", arguments: ["address", "thread"])
  func definesNoAllocator(sanitizer: String) async throws {
    let symbols = try await symbolsOfShim(sanitizer: sanitizer)
    #expect(symbols.filter { $0.hasPrefix("keystroke_shim_") }.count == 11)
    #expect(symbols.isDisjoint(with: Self.allocation))
  }

  /// Checks the opposite, to prove that the test above would find the functions.
  @Test("the shim built without a sanitizer defines them")
  func definesAllocator() async throws {
    let symbols = try await symbolsOfShim(sanitizer: nil)
    #expect(symbols.filter { $0.hasPrefix("keystroke_shim_") }.count == 11)
    #expect(symbols.isSuperset(of: Self.allocation))
  }

  private static let allocation: Set = [
    "malloc", "free", "calloc", "realloc", "posix_memalign", "malloc_usable_size", "_Znwm",
    "_ZdlPv",
  ]

  /// Builds only the shim's sources, and returns the functions that the library exports.
  private func symbolsOfShim(sanitizer: String?) async throws -> Set<String> {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let sources = tests.appendingPathComponent("../../Sources/CAllocatorShim")
    let library = FileManager.default.temporaryDirectory
      .appendingPathComponent("shim-\(UUID().uuidString).so")
    defer { try? FileManager.default.removeItem(at: library) }
    let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".c") || $0.hasSuffix(".cpp") }
      .map { sources.appendingPathComponent($0).path }
    try #require(files.count >= 4)

    let build = try await ProbeRun.of(
      tool: "clang",
      ["-shared", "-fPIC", "-O1", "-I", sources.appendingPathComponent("include").path]
        + (sanitizer.map { ["-fsanitize=\($0)"] } ?? []) + files
        + ["-ljemalloc", "-lstdc++", "-o", library.path],
      hint: "put the Swift toolchain's bin folder into PATH")
    try #require(build.status == .exited(0), "\(build.errors)")
    let list = try await ProbeRun.of(
      tool: "nm", ["--dynamic", "--defined-only", "--format=posix", library.path],
      hint: "apt-get install binutils")
    try #require(list.status == .exited(0), "\(list.errors)")
    return Set(
      list.output.split(separator: "\n").compactMap { line in
        line.split(separator: " ").first.map(String.init)
      })
  }
}
