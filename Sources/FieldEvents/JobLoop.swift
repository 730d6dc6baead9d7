import Synchronization

/// The loop of one thread: jobs wait in it until they are run, in order, on the thread that says so.
///
/// It stands for an app's main loop, which on Linux is a dispatch queue that cannot be turned from inside. So all
/// that a task costs falls on one thread and into one keystroke; what a dispatch queue costs to be woken is not in it.
public final class JobLoop: TaskExecutor {
  private struct Queue {
    var jobs: [UnownedJob] = []
    var next = 0
  }

  private let queue = Mutex(Queue())

  /// An empty loop.
  public init() {}

  /// Lets a job wait for the next turn.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.withLock { $0.jobs.append(job) }
  }

  /// Runs one job.
  ///
  /// - Returns: false where none was waiting.
  @discardableResult public func runNext() -> Bool {
    guard let job = next() else { return false }
    job.runSynchronously(on: asUnownedTaskExecutor())
    return true
  }

  /// Runs jobs until none is left, those included that others leave behind.
  public func runAll() {
    while runNext() {}
  }

  private func next() -> UnownedJob? {
    queue.withLock { queue in
      guard queue.next < queue.jobs.count else {
        // The room is kept, so that waiting costs no allocation.
        queue.jobs.removeAll(keepingCapacity: true)
        queue.next = 0
        return nil
      }
      defer { queue.next += 1 }
      return queue.jobs[queue.next]
    }
  }
}
