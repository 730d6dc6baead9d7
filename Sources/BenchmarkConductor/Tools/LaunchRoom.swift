import Foundation

/// The descriptors and threads that launching programs takes; without them, launches fail half-way, and some never end.
public enum LaunchRoom {
  /// Several programs may be launched at once, by each processor.
  private static var needed: Int { 16 + 8 * ProcessInfo.processInfo.activeProcessorCount }

  /// Checks that a program can be launched.
  ///
  /// - Throws: ``RunError`` that says how many descriptors are missing.
  package static func check() throws(RunError) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    let most = Int(clamping: limit.rlim_cur)
    // To count them takes one; without that there is none left.
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))?.count
    guard most - (open ?? most) < needed else { return }
    guard open != nil || FileManager.default.fileExists(atPath: "/proc/self/fd") else { return }
    throw RunError(
      "no program can be launched: the limit is \(most) open files, and \((open ?? most) + needed) may be needed; raise it, as with ulimit -n 1024"
    )
  }

  /// The minimum number of threads that a command takes beside its own.
  private static let threads = 8

  /// Checks, by starting some at once, that there may be as many threads as any command takes.
  ///
  /// - Throws: ``RunError`` with the system's reason.
  public static func checkThreads() throws(RunError) {
    var gate = sem_t()
    sem_init(&gate, 0, 0)
    var started: [pthread_t] = []
    var reason: CInt = 0
    withUnsafeMutablePointer(to: &gate) { gate in
      while started.count < threads, reason == 0 {
        var thread = pthread_t()
        reason = pthread_create(
          &thread, nil,
          { gate in
            if let gate { sem_wait(gate.assumingMemoryBound(to: sem_t.self)) }
            return nil
          }, gate)
        if reason == 0 { started.append(thread) }
      }
      for _ in started { sem_post(gate) }
      for thread in started { pthread_join(thread, nil) }
    }
    sem_destroy(&gate)
    guard reason != 0 else { return }
    throw RunError(
      "no \(threads) threads can be started: \(String(cString: strerror(reason))); allow more processes, as with ulimit -u, or more memory, as with ulimit -v"
    )
  }
}
