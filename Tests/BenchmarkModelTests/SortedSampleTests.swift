import BenchmarkModel
import Testing

struct SortedSampleTests {
  @Test("A percentile by nearest rank is a value of the sample")
  func nearestRank() throws {
    let sample = try #require(SortedSample([50, 15, 40, 20, 35]))
    #expect([0, 5, 30, 40, 50, 100].map(sample.nearestRank) == [15, 15, 20, 20, 35, 50])
    #expect(SortedSample([7])?.nearestRank(99.9) == 7)
  }
}
