import BenchmarkResults
import Foundation

/// The files and threads that any command takes, tried before it begins: without them, a command fails half-way, and seems
/// to find nothing.
enum StartRoom {
  /// The minimum number of files that a command has open at once, beside those of programs that it launches.
  private static let files = 8

  /// Checks, by opening some, that there may be as many open files as any command has.
  ///
  /// - Throws: ``Problem`` with the system's reason.
  static func checkFiles() throws(Problem) {
    var opened: [CInt] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < files {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw Problem(
          "no \(files) files can be open at once: \(reason)",
          hint: "allow more, as with ulimit -n 1024")
      }
      opened.append(descriptor)
    }
  }

  /// The minimum number of threads that a command takes beside its own.
  private static let threads = 8

  /// Checks, by starting some at once, that there may be as many threads as any command takes.
  ///
  /// - Throws: ``Problem`` with the system's reason.
  static func checkThreads() throws(Problem) {
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
    throw Problem(
      "no \(threads) threads can be started: \(String(cString: strerror(reason)))",
      hint: "allow more processes, as with ulimit -u, or more memory, as with ulimit -v")
  }
}
