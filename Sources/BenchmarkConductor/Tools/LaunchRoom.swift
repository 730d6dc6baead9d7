import BenchmarkResults
import Foundation

/// The descriptors that launching programs takes; without them, launches fail half-way, and some never end.
package enum LaunchRoom {
  /// Several programs may be launched at once, by each processor.
  private static var needed: Int { 16 + 8 * ProcessInfo.processInfo.activeProcessorCount }

  /// Checks that a program can be launched.
  ///
  /// - Throws: ``Problem`` that says how many descriptors are missing.
  package static func check() throws(Problem) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let most = Int(clamping: limit.rlim_cur)
    // To count them takes one; without that there is none left.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
    guard most - (open ?? most) < needed else { return }
    guard open != nil || FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    throw Problem(
      "no program can be launched: the limit is \(most) open files, and \((open ?? most) + needed) may be needed",
      hint: "raise it, as with ulimit -n 1024"
    )
  }
}
