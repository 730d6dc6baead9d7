import BenchmarkModel
import Subprocess

/// The worker's output ended too soon.
struct WorkerDied: Error {
  /// When.
  var doing: String
  /// Whether that was before it greeted.
  var isGreeting = false
  /// Whether it had not been given up by then.
  var closedOutput = false

  /// What came of it.
  func words(
    of name: String, _ status: TerminationStatus, _ verdict: Watchdog.Verdict?
  ) -> String {
    guard let verdict else { return "\(name) died (\(status.words)) \(doing)" }
    if closedOutput {
      return "\(name) closed its output \(doing) and did not end, so it was ended"
    }
    return isGreeting
      ? "\(name) is not a worker: it did not greet, and \(verdict.words)"
      : "\(name) gave no answer \(doing): \(verdict.words), and was ended"
  }
}

extension Watchdog.Patience {
  /// A worker that has no input or output any more.
  static let end = Self(idleLooks: 5, processorSeconds: 60)
  /// Many times what calibrating a clock takes.
  static let greeting = Self(idleLooks: 10, processorSeconds: 60)
  /// Under valgrind, which is slow, where cells are played first.
  static let slowGreeting = Self(idleLooks: 30, processorSeconds: 1_800)

  /// Many times what recording a session takes, in addition to the time that the request asks for.
  static func reply(to request: some WorkerRequest, isSlow: Bool) -> Self {
    let asked = request.milliseconds / 1e3
    return Self(
      idleLooks: 60 + Int(asked), processorSeconds: (isSlow ? 36_000 : 3_600) + 10 * asked)
  }
}

extension TerminationStatus {
  /// How a process ended.
  fileprivate var words: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signaled(let signal): "signal \(signal)"
    }
  }
}
