import Synchronization

/// Notices a worker that will never answer, so that no run hangs for ever.
///
/// It does not use the clock, since everything takes long on a busy machine. It gives a worker up if the worker does
/// nothing although nothing keeps it from working, or if it used more processor time than any answer takes.
package final class Watchdog: Sendable {
  /// The limits within which an answer must come.
  package struct Limits: Sendable {
    /// The number of looks in a row that may find a worker idle.
    package var idleLooks: Int
    /// The maximum processor time, in seconds.
    package var processorSeconds: Double

    /// Makes limits of a number of looks and seconds.
    package init(idleLooks: Int, processorSeconds: Double) {
      self.idleLooks = idleLooks
      self.processorSeconds = processorSeconds
    }
  }

  /// The reason why a worker was given up.
  package enum Verdict: Equatable, Sendable {
    /// It did nothing for this many seconds.
    case idle(Double)
    /// It used this many seconds of processor time.
    case endless(Double)

    /// The reason in words.
    package var words: String {
      switch self {
      case .idle(let seconds): "it did nothing for \(Int(seconds)) s"
      case .endless(let seconds): "it had a processor for \(Int(seconds)) s"
      }
    }
  }

  private struct State {
    var limits: Limits?
    /// The number of expected answers.
    var number = 0
    /// The number of times that output arrived from the worker.
    var outputs = 0
    var verdict: Verdict?
  }

  private let state = Mutex(State())
  private let interval: Duration

  /// Makes a watchdog that looks this often.
  package init(interval: Duration = .seconds(1)) { self.interval = interval }

  /// The reason why the worker was ended; nil if it was not.
  package var verdict: Verdict? { state.withLock(\.verdict) }

  /// Starts to expect an answer within these limits.
  package func expect(_ limits: Limits) {
    state.withLock {
      $0.limits = limits
      $0.number += 1
    }
  }

  /// Takes note that a part of an answer has arrived.
  package func outputArrived() { state.withLock { $0.outputs += 1 } }

  /// Takes note that the answer has arrived.
  package func answerArrived() { state.withLock { $0.limits = nil } }

  /// Watches until it is cancelled; calls `end` once if the worker is given up.
  package func watch(_ look: @Sendable () -> ProcessActivity, end: @Sendable () -> Void) async {
    var (number, outputs, idle, quiet) = (0, 0, 0, 0)
    var first: Double?
    var last: Double?
    while !Task.isCancelled {
      try? await Task.sleep(for: interval)
      let now = state.withLock { $0 }
      guard let limits = now.limits, number == now.number else {
        // Most answers have come by the first look.
        (number, outputs, idle, quiet, first, last) = (now.number, now.outputs, 0, 0, nil, nil)
        continue
      }
      let activity = look()
      let begin = first ?? activity.seconds
      let works = activity.isBusy || activity.seconds != last
      let moves = works || outputs != now.outputs
      // One that does nothing but hand out its answer in small pieces may not do so for ever.
      quiet += works || outputs == now.outputs ? 0 : 1
      (outputs, first, last) = (now.outputs, begin, activity.seconds)
      // A group that has ended closes its output, which the reader notices.
      idle = moves || activity.alive == 0 ? 0 : idle + 1
      let verdict: Verdict? =
        if idle >= limits.idleLooks || quiet >= 10 * limits.idleLooks {
          .idle(Double(max(idle, quiet)) * (interval / .seconds(1)))
        } else if activity.seconds - begin > limits.processorSeconds {
          .endless(activity.seconds - begin)
        } else {
          nil
        }
      guard let verdict, store(verdict, to: number) else { continue }
      return end()
    }
  }

  /// Stores a verdict, unless the answer arrived at the last moment.
  private func store(_ verdict: Verdict, to number: Int) -> Bool {
    state.withLock { state in
      guard state.limits != nil, state.number == number else { return false }
      state.verdict = verdict
      return true
    }
  }
}
