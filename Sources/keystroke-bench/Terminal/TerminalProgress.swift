import BenchmarkConductor
import BenchmarkReport
import Foundation
import Synchronization

/// Shows the progress of a run.
///
/// On a terminal it is a bar with the cell and the time left. In a file or a pipe it is a line every half minute, so
/// that a log shows activity.
final class TerminalProgress: RunProgress {
  private let state = Mutex(State())
  private let isTerminal = StandardStreams.obeysEscapes(STDERR_FILENO)
  private let verbosity = Verbosity.present

  private struct State {
    var line = ProgressLine(work: 0, start: .now)
    var shown = ContinuousClock.now
  }

  /// The minimum time between two drawings; more would only cost time.
  private static let interval = Duration.milliseconds(100)
  private static let lineInterval = Duration.seconds(30)

  /// The prefix of a line that is not a result.
  static let prefix = "progress: "

  func begin(work: Double) {
    state.withLock {
      $0.line = ProgressLine(work: work, start: .now)
      $0.shown = isTerminal ? $0.line.start - Self.interval : $0.line.start
    }
  }

  func step(_ activity: String, _ subject: String, work: Double) {
    guard verbosity != .quiet else { return }
    let showsAll = verbosity == .verbose
    let line: String? = state.withLock { state in
      defer { state.line.done += work }
      let now = ContinuousClock.now
      let interval = isTerminal ? Self.interval : Self.lineInterval
      guard showsAll || now - state.shown >= interval else { return nil }
      state.shown = now
      return state.line.text(activity, subject, now: now, hasBar: isTerminal && !showsAll)
    }
    guard let line else { return }
    if isTerminal && !showsAll {
      write("\r\u{1B}[2K\(line.prefix(Self.columns))")
    } else {
      StandardStreams.complain(line: Self.prefix + line)
    }
  }

  func end() {
    if isTerminal && verbosity == .usual { write("\r\u{1B}[2K") }
  }

  func remark(_ text: String) {
    if verbosity != .quiet { StandardStreams.complain(line: "note: \(text)") }
  }

  /// The width of the terminal, less one, so that nothing wraps.
  private static var columns: Int { (StandardStreams.columns(of: STDERR_FILENO) ?? 80) - 1 }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
