import Synchronization

/// Notices a worker that does not answer, so that no run hangs for ever.
package final class Watchdog: Sendable {
  private let state = Mutex(State())

  private struct State {
    var deadline: ContinuousClock.Instant?
    var hasBitten = false
  }

  private let interval: Duration

  /// A watchdog that looks this often.
  package init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Whether the worker was ended for its silence.
  package var hasBitten: Bool { state.withLock(\.hasBitten) }

  /// An answer is due at the latest when so much time has passed.
  package func expect(within time: Duration) {
    state.withLock { $0.deadline = .now + time }
  }

  /// The answer has come.
  package func rest() { state.withLock { $0.deadline = nil } }

  /// Watches until it is cancelled; calls `end` once if an answer is overdue.
  package func watch(end: @Sendable () -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      let isOverdue = state.withLock { state in
        guard let deadline = state.deadline, deadline < .now else { return false }
        state.hasBitten = true
        return true
      }
      if isOverdue { return end() }
    }
  }
}
