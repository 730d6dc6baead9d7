import BenchmarkModel
import BenchmarkWorker
import ReformatCore
import Testing

@Suite struct ClockTests {
  @Test func theClockNeverGoesBack() {
    var last = MonotonicClock.now()
    for _ in 0..<10_000 {
      let now = MonotonicClock.now()
      #expect(now >= last)
      last = now
    }
  }

  @Test(arguments: [
    // A clock that claims nanoseconds but advances in steps of ten, with stray values.
    ([20: 28613, 21: 881, 30: 66863, 31: 3123, 40: 459], 10),
    ([25: 500, 26: 480, 27: 300], 1),
    ([0: 900, 100: 100], 100),
    ([40: 7], 40),
    ([:], 1),
  ])
  func theStepIsThatOfTheCommonIntervals(_ seen: [Int: Int], _ step: Int) {
    var counts = [Int](repeating: 0, count: 200)
    for (interval, count) in seen { counts[interval] = count }
    #expect(ClockCalibration.effectiveResolution(counts: counts) == step)
  }

  @Test func aCalibrationIsPlausible() {
    let clock = ClockCalibration.measure()
    #expect(clock.overhead > 0)
    #expect(clock.resolution >= 1)
    #expect(clock.batchingThreshold == 100 * clock.resolution)
  }

  @Test func theLedgersOwnCostIsWhatEmptyPhasesAreBooked() {
    let cost = LedgerCalibration(empty: 20, inside: 25, outside: 30)
    #expect(cost.harness(account: Phase.parse.account, intervals: 3) == 75)
    #expect(cost.harness(account: Phase.parse.account, intervals: 0) == 0)
    #expect(cost.harness(account: PhaseAccounts<UInt64>.rest, intervals: 1) == 20)
    #expect(cost.harness(account: PhaseAccounts<UInt64>.rest, intervals: 4) == 110)
  }

  @Test func aLedgerCountsWhatTheMarkerMarks() {
    let ledger = ClockLedger()
    let marker = PhaseMarker(observer: ledger)
    ledger.begin()
    marker.measure(.parse) { marker.measure(.format) {} }
    ledger.end()
    #expect(ledger.accounts.intervals[Phase.parse.account] == 2)
    #expect(ledger.accounts.intervals[Phase.format.account] == 1)
    #expect(ledger.accounts.intervals[PhaseAccounts<UInt64>.rest] == 2)
  }
}
