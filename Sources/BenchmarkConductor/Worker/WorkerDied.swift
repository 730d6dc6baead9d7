import BenchmarkModel
import Subprocess

/// The error for a worker whose output ended too soon.
struct WorkerDied: Error {
  /// The watchdog of the worker, which tells it from others that run beside it.
  let watchdog: Watchdog
  /// The activity during which it died.
  var doing: String
  /// True if it had not greeted yet.
  var isGreeting = false
  /// True if it closed its output before the watchdog gave it up.
  var closedOutput = false

  /// The end of the worker in words.
  func words(
    of name: String, _ status: TerminationStatus, _ verdict: Watchdog.Verdict?
  ) -> String {
    let remedy = isGreeting ? "; name a benchmark executable that works here" : ""
    guard let verdict else { return "\(name) died (\(status.words)) \(doing)\(remedy)" }
    if closedOutput {
      return "\(name) closed its output \(doing) and did not end, so it was ended"
    }
    return isGreeting
      ? "\(name) is not a worker: it did not greet, and \(verdict.words)\(remedy)"
      : "\(name) gave no answer \(doing): \(verdict.words), and was ended"
  }
}

extension Watchdog.Limits {
  /// For a worker that has no input or output any more.
  static let end = Self(idleLooks: 5, processorSeconds: 60)
  /// Many times as long as calibrating a clock takes.
  static let greeting = Self(idleLooks: 10, processorSeconds: 60)
  /// For a worker under valgrind, which is slow, if cells are played first.
  static let slowGreeting = Self(idleLooks: 30, processorSeconds: 1_800)

  /// Many times as long as recording a session takes, in addition to the time that is requested.
  static func reply(to request: some WorkerRequest, isSlow: Bool) -> Self {
    let asked = request.milliseconds / 1e3
    return Self(
      idleLooks: 60 + Int(asked), processorSeconds: (isSlow ? 36_000 : 3_600) + 10 * asked)
  }
}

extension TerminationStatus {
  /// The end of a process in words.
  fileprivate var words: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
