import BenchmarkConductor
import BenchmarkResults
import Foundation
import Synchronization

/// Shows how far a run is: on a terminal as a bar with the cell and the time left; into a file or a pipe as a line
/// every half minute, so that a log shows that something happens.
final class TerminalProgress: RunProgress {
  private let state = Mutex(State())
  private let isTerminal = isatty(STDERR_FILENO) != 0
  private let verbosity = Verbosity.present

  private struct State {
    var steps = 0
    var done = 0
    var start = ContinuousClock.now
    var shown = ContinuousClock.now
  }

  /// Redrawing more often would only cost time.
  private static let interval = Duration.milliseconds(100)
  private static let lineInterval = Duration.seconds(30)
  private static let barWidth = 24

  /// What begins a line that tells no result.
  static let prefix = "progress: "

  func begin(steps: Int) {
    state.withLock {
      $0.steps = steps
      // A second stage begins anew.
      $0.done = 0
      $0.start = .now
      $0.shown = isTerminal ? $0.start - Self.interval : $0.start
    }
  }

  func step(_ activity: String, _ subject: String) {
    guard verbosity != .quiet else { return }
    let showsAll = verbosity == .verbose
    let line: String? = state.withLock { state in
      defer { state.done += 1 }
      let now = ContinuousClock.now
      let interval = isTerminal ? Self.interval : Self.lineInterval
      guard showsAll || now - state.shown >= interval else { return nil }
      state.shown = now
      return Self.line(
        state, activity: activity, subject: subject, now: now, hasBar: isTerminal && !showsAll)
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

  private static func line(
    _ state: State, activity: String, subject: String, now: ContinuousClock.Instant, hasBar: Bool
  ) -> String {
    // What was planned may be less than what is done.
    let share = state.steps == 0 ? 1 : min(1, Double(state.done) / Double(state.steps))
    let filled = Int(share * Double(barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: barWidth - filled)
    let left =
      state.done == 0
      ? "" : ", \(seconds((now - state.start) * ((1 - share) / max(share, 1e-9)))) left"
    let words = ShownText.line("\(activity)  \(subject)")
    return (hasBar ? "\(bar) " : "") + "\(Int(share * 100)) %\(left)  \(words)"
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
