import BenchmarkComparison
import BenchmarkModel
import Foundation
import Testing

/// Tests of every statistical routine against NumPy and SciPy.
///
/// The file was made once, by the versions that its `source` names: six samples written by hand, and three drawn by
/// `numpy.random.default_rng(20240229)`. A quantile is `numpy.quantile(sample, share, method="linear")`; the means are
/// `numpy.average(sample, weights=weights)` and `scipy.stats.gmean(sample)`.
struct GoldenTests {
  struct Golden: Decodable {
    var source: String
    var cases: [Case]
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    struct Quantile: Decodable, Sendable {
      var share: Double
      var value: Double
    }

    var sample: [Double]
    var weights: [Double]
    var quantiles: [Quantile]
    var median: Double
    var weightedMean: Double
    var geometricMean: Double
    var testDescription: String { "\(sample.count) values from \(sample[0])" }
  }

  static let golden = Result {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "golden.json")
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
  }

  @Test("The golden values exist")
  func present() throws {
    let golden = try Self.golden.get()
    #expect(golden.cases.count >= 9)
    #expect(golden.source.contains("scipy"))
  }

  @Test("Quantiles, means and the median equal those of NumPy and SciPy", arguments: cases)
  func equals(_ golden: Case) throws {
    func expect(_ value: Double?, _ expected: Double, _ name: String) throws {
      let value = try #require(value)
      #expect(abs(value - expected) <= 1e-12 * abs(expected), "\(name): \(value), \(expected)")
    }
    let sorted = try #require(SortedSample(golden.sample.reversed()))
    for known in golden.quantiles {
      try expect(sorted.quantile(known.share), known.value, "\(known.share)")
    }
    try expect(median(golden.sample), golden.median, "median")
    try expect(geometricMean(golden.sample), golden.geometricMean, "geometric mean")
    try expect(
      weightedMean(zip(golden.sample, golden.weights).map { ($0, $1) }), golden.weightedMean,
      "weighted mean")
  }

  private static var cases: [Case] { (try? golden.get().cases) ?? [] }

  @Test("An empty sample has no median and no mean")
  func empty() {
    #expect(SortedSample([])?.median == nil)
    #expect(median([]) == nil)
    #expect(geometricMean([]) == nil)
    #expect(weightedMean([(value: 3, weight: 0)]) == nil)
  }

  @Test("Equal values keep their value to the last bit")
  func constant() {
    let value = 0.1
    #expect(median([value, value, value, value]) == value)
    #expect(weightedMean((1...7).map { (value: value, weight: Double($0)) }) == value)
  }
}
