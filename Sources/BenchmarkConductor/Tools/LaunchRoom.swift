import BenchmarkResults
import Foundation

/// The descriptors and the address space that launching programs takes; without them, launches fail half-way, and some never
/// end.
package enum LaunchRoom {
  /// Several programs may be launched at once, by each processor.
  private static var needed: Int { 16 + 8 * Processors.usable }

  /// The megabytes that this program and, alone, a worker may reserve: each thread has a stack and a heap.
  private static let memory = 2_048

  /// Checks that a program can be launched.
  ///
  /// - Throws: ``Problem`` that says what is missing.
  package static func check() throws(Problem) {
    for (resource, option) in [(RLIMIT_AS, "-v"), (RLIMIT_DATA, "-d")] {
      let limit = limit(of: resource) >> 20
      guard limit < memory else { continue }
      throw Problem(
        "no program can be launched: the limit is \(limit) MB of memory, and \(memory) may be needed",
        hint: "raise it, as with ulimit \(option) unlimited")
    }
    let most = limit(of: RLIMIT_NOFILE)
    // To count them takes one; without that there is none left.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
    guard most - (open ?? most) < needed else { return }
    guard open != nil || FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    throw Problem(
      "no program can be launched: the limit is \(most) open files, and \((open ?? most) + needed) may be needed",
      hint: "raise it, as with ulimit -n 1024"
    )
  }

  private static func limit(of resource: __rlimit_resource) -> Int {
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
    return isKnown ? Int(clamping: limit.rlim_cur) : .max
  }
}
