import Synchronization

/// Notices a worker that does not answer, so that no run hangs for ever.
package final class Watchdog: Sendable {
  /// How long an answer may take beyond the time that was asked for.
  package let patience: Duration
  private let state = Mutex(State())

  private struct State {
    var deadline: ContinuousClock.Instant?
    var hasBitten = false
  }

  /// A watchdog of so much patience; recording the longest session takes well under a second.
  package init(patience: Duration = .seconds(60)) { self.patience = patience }

  /// Whether the worker was ended for its silence.
  package var hasBitten: Bool { state.withLock(\.hasBitten) }

  /// An answer is due, at the latest when `work` and the patience are over.
  package func expect(after work: Duration) {
    state.withLock { $0.deadline = .now + work + patience }
  }

  /// The answer has come.
  package func rest() { state.withLock { $0.deadline = nil } }

  /// Watches until it is cancelled; calls `end` once if an answer is overdue.
  package func watch(end: @Sendable () -> Void) async {
    while !Task.isCancelled {
      try? await Task.sleep(for: min(patience, .seconds(1)))
      let isOverdue = state.withLock { state in
        guard let deadline = state.deadline, deadline < .now else { return false }
        state.hasBitten = true
        return true
      }
      if isOverdue { return end() }
    }
  }
}
