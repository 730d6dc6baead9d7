import Foundation
import Subprocess

/// The way to launch a worker under valgrind: always at the same addresses.
package struct ValgrindLaunch: Sendable {
  /// Valgrind's options, including the tool.
  package var options: [String]
  /// The number of freed blocks of a size that the C library keeps.
  package var keptBlocks: Int
  /// The folder with the tool; nil for one that comes with valgrind.
  package var toolFolder: String?
  /// True if the worker does not play cells at its start, which takes seconds.
  package var isCold = false

  /// Makes a launch with these options.
  package init(options: [String], keptBlocks: Int) {
    self.options = options
    self.keptBlocks = keptBlocks
  }

  /// The total length of the text that a process is given, so that its stack begins at the same address.
  private static let textLength = 8192

  /// The command: setarch(1) of util-linux turns off the randomisation of addresses, and runs valgrind, which runs the
  /// worker.
  func command(_ worker: String, _ arguments: [String]) -> (
    executable: Executable, arguments: [String]
  ) {
    (
      .name("setarch"),
      ["--addr-no-randomize", "valgrind"] + ValgrindTools.options + options + [worker] + arguments
    )
  }

  /// The whole environment of the worker.
  ///
  /// Glibc chooses among routines by the processor's features; here it takes those that every processor supports, so
  /// that counts are the same on all processors of an architecture. And it keeps more than seven freed blocks of each
  /// size up to 1,032 bytes: otherwise the cost of a block would depend on which others were freed before, also by
  /// other code.
  func environment(_ worker: String) -> [Environment.Key: String] {
    let ours = ProcessInfo.processInfo.environment
    var variables: [Environment.Key: String] = [
      "SWIFT_DETERMINISTIC_HASHING": "1", "LANG": "C.UTF-8", "HOME": "/",
      "PATH": ours["PATH"] ?? "/usr/bin:/bin",
      // An empty path means none, and keeps the number of variables the same.
      "LD_LIBRARY_PATH": ours["LD_LIBRARY_PATH"] ?? "",
    ]
    variables["VALGRIND_LIB"] = toolFolder
    variables["GLIBC_TUNABLES"] = "glibc.malloc.tcache_count=\(keptBlocks)"
    #if arch(x86_64)
      variables["GLIBC_TUNABLES"]? +=
        ":glibc.cpu.hwcaps=-AVX,-AVX2,-AVX_Fast_Unaligned_Load,-AVX512F,-AVX512VL,-AVX512BW,-BMI1,-BMI2,-ERMS,-FSRM,-LZCNT,-MOVBE,-POPCNT,-RTM,-SSE4_1,-SSE4_2,-SSSE3"
    #endif
    let length = variables.reduce(worker.utf8.count) {
      $0 + $1.key.rawValue.utf8.count + $1.value.utf8.count
    }
    variables["KEYSTROKE_BENCH_PADDING"] = String(
      repeating: "x", count: max(0, Self.textLength - length))
    return variables
  }
}
