import Glibc
import Synchronization

/// Sees to it that a program ends, and with it whatever it launched.
package final class GroupEnding: Sendable {
  private struct State {
    var group: pid_t?
    var watching: Task<Void, Never>?
  }

  private let state = Mutex(State())

  /// Of no group yet.
  package init() {}

  /// A program runs, in a process group of its own number.
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

  /// The same; what it launched is told first, and given a second.
  package func finishGently() async {
    if let group = state.withLock(\.group) {
      kill(-group, SIGTERM)
      for _ in 1...20 where ProcessActivity(ofGroup: group).alive > 0 {
        // Not cut short where the work was cancelled.
        await Task.detached { try? await Task.sleep(for: .milliseconds(50)) }.value
      }
    }
    finish()
  }
}
