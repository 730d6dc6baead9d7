import Glibc
import Synchronization

/// Ends a program together with everything that it launched.
package final class GroupEnding: Sendable {
  private struct State {
    var group: pid_t?
    var watching: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Makes one without a group.
  package init() {}

  /// Takes note that a program runs, in a process group of its own number.
  package func begin(_ group: pid_t, watchedBy watchdog: Watchdog? = nil) {
    let watching = watchdog.map { watchdog in
      Task {
        await watchdog.watch {
          ProcessActivity(ofGroup: group)
        } end: {
          _ = kill(-group, SIGKILL)
        }
      }
    }
    state.withLock { $0 = State(group: group, watching: watching) }
  }

  /// The program has ended; what it launched ends now.
  ///
  /// - Returns: the number of its group; nil if it was not launched.
  @discardableResult
  package func finish() -> pid_t? {
    state.withLock { state in
      state.watching?.cancel()
      let group = state.group
      if let group { kill(-group, SIGKILL) }
      state = State()
      return group
    }
  }

  /// Does the same, but first asks the processes to end, and gives them a second.
  package func finishGently() async {
    if let group = state.withLock(\.group) {
      kill(-group, SIGTERM)
      for _ in 1...20 where ProcessActivity(ofGroup: group).alive > 0 {
        // A detached task, so that the wait is not cut short if the work was cancelled.
        await Task.detached { try? await Task.sleep(for: .milliseconds(50)) }.value
      }
    }
    finish()
  }
}
