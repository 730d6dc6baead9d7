import BenchmarkResults
import BenchmarkRunner
import Foundation
import Synchronization

/// Shows on a terminal how far a run is: bar, activity, cell, time left.
///
/// Elsewhere it shows nothing.
final class TerminalProgress: RunProgress {
  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) != 0

  private struct State {
    var steps = 0
    var done = 0
    var start = ContinuousClock.now
    var shown = ContinuousClock.now
  }

  /// Redrawing more often would only cost time.
  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  func begin(steps: Int) {
    state.withLock {
      $0.steps = steps
      $0.start = .now
      $0.shown = $0.start - Self.interval
    }
  }

  func step(_ activity: String, _ subject: String) {
    guard isTerminal else { return }
    let line: String? = state.withLock { state in
      defer { state.done += 1 }
      let now = ContinuousClock.now
      guard now - state.shown >= Self.interval else { return nil }
      state.shown = now
      return Self.line(state, activity: activity, subject: subject, now: now)
    }
    if let line { write("\r\u{1B}[2K\(line)") }
  }

  func end() {
    if isTerminal { write("\r\u{1B}[2K") }
  }

  func remark(_ text: String) { StandardStreams.complain(line: "note: \(text)") }

  private static func line(
    _ state: State, activity: String, subject: String, now: ContinuousClock.Instant
  ) -> String {
    let share = state.steps == 0 ? 1 : Double(state.done) / Double(state.steps)
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    let left =
      state.done == 0
      ? "" : ", \(seconds((now - state.start) * ((1 - share) / max(share, 1e-9)))) left"
    let words = ShownText.line("\(activity)  \(subject)")
    return String("\(bar) \(Int(share * 100)) %\(left)  \(words)".prefix(columns))
  }

  private static func seconds(_ duration: Duration) -> String {
    duration.formatted(.units(allowed: [.minutes, .seconds], width: .narrow))
  }

  /// The width of the terminal, less one, so that nothing wraps.
  private static var columns: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 79 }
    return Int(size.ws_col) - 1
  }

  private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
