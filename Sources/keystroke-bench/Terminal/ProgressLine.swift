import BenchmarkResults
import Foundation

/// How far a piece of work is: a bar, the share that is done and the time that is left.
package struct ProgressLine: Sendable {
  /// How much work was announced, in any unit.
  package let work: Double
  /// When the work began.
  package let start: ContinuousClock.Instant
  /// How much of it is done; more than was announced, where a worker is asked again.
  package var done = 0.0

  private static let barWidth = 24

  /// The line of work that begins.
  package init(work: Double, start: ContinuousClock.Instant) {
    self.work = work
    self.start = start
  }

  /// What to show when a step begins.
  ///
  /// - Parameters:
  ///   - activity: what is done.
  ///   - subject: to what: the id of a cell.
  ///   - now: the present.
  ///   - hasBar: whether a bar stands in front.
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
