import BenchmarkResults
import Foundation

/// The progress of a piece of work: a bar, the share that is done and the time that is left.
package struct ProgressLine: Sendable {
  /// The amount of work that was announced, in any unit.
  package let work: Double
  /// The time when the work began.
  package let start: ContinuousClock.Instant
  /// The amount that is done; more than was announced if a worker is asked again.
  package var done = 0.0

  private static let barWidth = 24

  /// Makes the line of work that begins.
  package init(work: Double, start: ContinuousClock.Instant) {
    self.work = work
    self.start = start
  }

  /// The text when a step begins.
  ///
  /// - Parameters:
  ///   - activity: the activity.
  ///   - subject: its subject, such as the id of a cell.
  ///   - now: the present time.
  ///   - hasBar: true if the line begins with a bar.
  /// - Returns: a line without its end.
  package func text(
    _ activity: String, _ subject: String, now: ContinuousClock.Instant, hasBar: Bool
  ) -> String {
    let share = work <= 0 ? 1 : min(1, done / work)
    let filled = Int(share * Double(Self.barWidth))
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: Self.barWidth - filled)
    let left =
      done == 0 ? "" : ", \(Self.words((now - start) * ((1 - share) / max(share, 1e-9)))) left"
    return (hasBar ? "\(bar) " : "")
      + "\(Int(share * 100)) %\(left)  \(ShownText.line("\(activity)  \(subject)"))"
  }

  private static func words(_ duration: Duration) -> String {
    duration.formatted(.units(allowed: [.minutes, .seconds], width: .narrow))
  }
}
