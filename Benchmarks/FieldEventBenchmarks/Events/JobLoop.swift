import Synchronization

/// The loop of one thread: jobs wait in it until a thread runs them, in order, on itself.
///
/// It replaces an app's main loop, which on Linux is a dispatch queue that cannot be run from inside. So the whole cost
/// of a task falls on one thread and into one keystroke; the cost of waking a dispatch queue is not included.
public final class JobLoop: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
  }

  private let queue = Mutex(Queue())

  /// Makes an empty loop.
  public init() {}

  /// Adds a job for the next turn.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
  }

  /// Runs one job.
  ///
  /// - Returns: false if none was waiting.
  @discardableResult public func runNext() -> Bool {
    guard let job = next() else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs until none is left, including those that other jobs add.
  public func runAll() {
    while runNext() {}
  }

  private func next() -> UnownedJob? {
    queue.withLock { queue in
      guard queue.next < queue.jobs.count else {
        // The capacity is kept, so that waiting costs no allocation.
        queue.jobs.removeAll(keepingCapacity: true)
        queue.next = 0
        return nil
      }
      defer { queue.next += 1 }
      return queue.jobs[queue.next]
    }
  }
}
