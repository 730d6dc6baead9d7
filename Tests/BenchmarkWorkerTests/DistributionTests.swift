import BenchmarkWorker
import Testing

@Suite struct DistributionTests {
  @Test func nothingRecordedIsNothing() {
    let empty = Distribution()
    #expect(empty.count == 0)
    #expect(empty.extremes == nil)
    #expect(empty.percentile(50) == nil)
  }

  @Test func extremesAndMeanAreExact() throws {
    var times = Distribution()
    for time: UInt64 in [1_234_567, 3, 7_654_321] { times.record(time) }
    let extremes = try #require(times.extremes)
    #expect(extremes.min == 3)
    #expect(extremes.max == 7_654_321)
    #expect(extremes.mean == Double(1_234_567 + 3 + 7_654_321) / 3)
  }

  @Test func percentilesAreWithinThreeDigits() throws {
    var times = Distribution()
    for time: UInt64 in 1...100_000 { times.record(time) }
    for (percent, expected) in [(50.0, 50_000.0), (90, 90_000), (99, 99_000), (99.9, 99_900)] {
      let value = Double(try #require(times.percentile(percent)))
      #expect(abs(value - expected) <= expected / 1000)
    }
  }

  @Test func aPercentileNeverLeavesWhatWasRecorded() throws {
    var times = Distribution()
    times.record(1_000_001)
    #expect(times.percentile(50) == 1_000_001)
    #expect(times.percentile(99.9) == 1_000_001)
  }

  @Test func whatIsTooLongIsKeptInTheMaximum() throws {
    var times = Distribution()
    times.record(Distribution.longest * 2)
    #expect(times.count == 1)
    #expect(try #require(times.extremes).max == Distribution.longest * 2)
  }
}
