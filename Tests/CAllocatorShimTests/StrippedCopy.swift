import Foundation
import Subprocess

/// A folder with copies of the probes and the shim without debug information.
///
/// valgrind 3.19 crashes on the DWARF 5 that clang 21 writes for C and C++, in the program or in a preloaded library.
/// Only file names and lines are lost without it.
struct StrippedCopy {
  let path: String

  func file(_ name: String) -> String { path + "/" + name }

  /// Creates the copies.
  ///
  /// - Returns: The folder, which the caller has to remove.
  /// - Throws: `MissingTool` if strip is not installed, `ProbeFailure` if it fails.
  static func make() async throws -> StrippedCopy {
    let build = try BuildFolder.ofThisBuild()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("shim-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = StrippedCopy(path: folder.path)
    for name in ["ShimProbe", "SwiftShimProbe", "libAllocatorShim.so"] {
      let run = try await ProbeRun.of(
        tool: "strip", ["--strip-debug", "-o", copy.file(name), build.file(name)],
        hint: "apt-get install binutils (scripts/bootstrap does)")
      guard run.status.isSuccess else { throw ProbeFailure(run: run) }
    }
    return copy
  }

  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
