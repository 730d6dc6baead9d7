import Foundation

/// The actor of everything that touches the screen: a toolkit belongs to the thread that opened it, and the main actor
/// of a test program changes its thread.
@globalActor actor ScreenActor {
  static let shared = ScreenActor()

  private static let thread = OneThread()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.thread.asUnownedSerialExecutor()
  }
}

/// An executor whose jobs all run on one thread.
private final class OneThread: SerialExecutor, @unchecked Sendable {
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  init() {
    let thread = Thread { [unowned self] in
      while true { self.next().runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
    thread.stackSize = 8 << 20
    thread.start()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock { jobs.append(job) }
    condition.signal()
  }

  /// Waits for the next job.
  private func next() -> UnownedJob {
    condition.withLock {
      while jobs.isEmpty { condition.wait() }
      return jobs.removeFirst()
    }
  }
}
