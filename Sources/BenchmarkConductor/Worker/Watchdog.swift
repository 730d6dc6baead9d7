import Synchronization

/// Notices a worker that will never answer, so that no run hangs for ever.
///
/// It does not go by the clock, since on a busy machine everything takes long: a worker is given up when it does nothing
/// though nothing keeps it from working, or when it had more time on a processor than any answer takes.
package final class Watchdog: Sendable {
  /// What is waited for.
  package struct Patience: Sendable {
    /// How many looks in a row may find a worker that does nothing.
    package var idleLooks: Int
    /// How much time it may have on a processor, in seconds.
    package var processorSeconds: Double

    /// Patience of so many looks and seconds.
    package init(idleLooks: Int, processorSeconds: Double) {
      self.idleLooks = idleLooks
      self.processorSeconds = processorSeconds
    }
  }

  /// Why a worker was given up.
  package enum Verdict: Equatable, Sendable {
    /// It did nothing for so many seconds.
    case idle(Double)
    /// It had so many seconds on a processor.
    case endless(Double)

    /// What it did, in words.
    package var words: String {
      switch self {
      case .idle(let seconds): "it did nothing for \(Int(seconds)) s"
      case .endless(let seconds): "it had a processor for \(Int(seconds)) s"
      }
    }
  }

  private struct State {
    var patience: Patience?
    /// Counts what was waited for.
    var number = 0
    /// Counts what came from the worker.
    var heard = 0
    var verdict: Verdict?
  }

  private let state = Mutex(State())
  private let interval: Duration

  /// A watchdog that looks this often.
  package init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// Why the worker was ended; nil where it was not.
  package var verdict: Verdict? { state.withLock(\.verdict) }

  /// An answer is due from now on.
  package func expect(_ patience: Patience) {
    state.withLock {
      $0.patience = patience
      $0.number += 1
    }
  }

  /// A part of an answer has come.
  package func hear() { state.withLock { $0.heard += 1 } }

  /// The answer has come.
  package func rest() { state.withLock { $0.patience = nil } }

  /// Watches until it is cancelled; calls `end` once if the worker is given up.
  package func watch(_ look: @Sendable () -> ProcessActivity, end: @Sendable () -> Void) async {
    var (number, heard, idle, quiet) = (0, 0, 0, 0)
    var first: Double?
    var last: Double?
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      let now = state.withLock { $0 }
      guard let patience = now.patience, number == now.number else {
        // Most answers have come by the first look.
        (number, heard, idle, quiet, first, last) = (now.number, now.heard, 0, 0, nil, nil)
        continue
      }
      let activity = look()
      let begin = first ?? activity.seconds
      let works = activity.isBusy || activity.seconds != last
      let moves = works || heard != now.heard
      // One that does nothing but hand out its answer in small pieces may not do so for ever.
      quiet += works || heard == now.heard ? 0 : 1
      (heard, first, last) = (now.heard, begin, activity.seconds)
      // One that has ended leaves an end of output behind, which says so.
      idle = moves || activity.alive == 0 ? 0 : idle + 1
      let verdict: Verdict? =
        if idle >= patience.idleLooks || quiet >= 10 * patience.idleLooks {
          .idle(Double(max(idle, quiet)) * (interval / .seconds(1)))
        } else if activity.seconds - begin > patience.processorSeconds {
          .endless(activity.seconds - begin)
        } else {
          nil
        }
      guard let verdict, give(verdict, to: number) else { continue }
      return end()
    }
  }

  /// Keeps a verdict, unless the answer came in the last moment.
  private func give(_ verdict: Verdict, to number: Int) -> Bool {
    state.withLock { state in
      guard state.patience != nil, state.number == number else { return false }
      state.verdict = verdict
      return true
    }
  }
}
