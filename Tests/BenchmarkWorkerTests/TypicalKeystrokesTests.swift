import BenchmarkModel
import BenchmarkWorker
import Testing

/// Tests of the typical time of a keystroke.
struct TypicalKeystrokesTests {
  /// Records sessions of two and three keystrokes after the first, nine replays of each.
  private func typical(_ stall: (_ replay: Int, _ keystroke: Int) -> UInt64) -> Double? {
    var typical = TypicalKeystrokes(keystrokes: [3, 4])
    for replay in 0..<9 {
      for (session, keystrokes) in [(0, 1...2), (1, 1...3)] {
        for keystroke in keystrokes {
          let time = UInt64(100 * keystroke) + stall(replay, keystroke)
          typical.record(time, session: session, keystroke: keystroke)
        }
      }
    }
    return typical.row(batch: 1, count: 45)?.summary?.p50
  }

  @Test("It is the mean over keystrokes, so a dear Return counts with its whole cost")
  func mean() {
    #expect(typical { _, _ in 0 } == (100 + 200 + 100 + 200 + 300) / 5.0)
    #expect(typical { _, keystroke in keystroke == 3 ? 50_000 : 0 } == 10_180)
  }

  @Test("Stalls in less than half of the replays change nothing, however long they are")
  func stalls() {
    #expect(typical { replay, _ in replay < 4 ? 10_000_000 : 0 } == 180)
    #expect(typical { replay, _ in replay < 5 ? 10_000_000 : 0 } == 10_000_180)
  }

  @Test("Of a batch it is the time of one keystroke; without keystrokes there is none")
  func batch() {
    var batch = TypicalKeystrokes(keystrokes: [2])
    batch.record(800, session: 0, keystroke: 1)
    #expect(batch.row(batch: 8, count: 1)?.summary?.mean == 100)
    #expect(batch.row(batch: 8, count: 1)?.count == 8)
    #expect(TypicalKeystrokes(keystrokes: [1, 0]).row(batch: 1, count: 0) == nil)
  }
}
