import keystroke_bench
import Testing

struct ProgressLineTests {
  private let start = ContinuousClock.now

  private func text(_ done: Double, of work: Double, after seconds: Int) -> String {
    var line = ProgressLine(work: work, start: start)
    line.done = done
    return line.text("timing", "a/b", now: start + .seconds(seconds), hasBar: true)
  }

  @Test("A bar, the share, and the remaining time")
  func progress() {
    let empty = String(repeating: "░", count: 24)
    #expect(text(0, of: 4, after: 0) == "\(empty) 0 %  timing  a/b")
    let quarter = String(repeating: "█", count: 6) + String(repeating: "░", count: 18)
    #expect(text(1, of: 4, after: 20) == "\(quarter) 25 %, 1m left  timing  a/b")
  }

  @Test("More work than announced, or none announced, counts as complete")
  func overrun() {
    let full = String(repeating: "█", count: 24)
    for (done, work) in [(4.0, 4.0), (5, 4), (1_000_000, 1), (0, 0), (3, 0), (1, -1)] {
      #expect(text(done, of: work, after: 60).hasPrefix("\(full) 100 %"), "\(done) of \(work)")
    }
  }
}
