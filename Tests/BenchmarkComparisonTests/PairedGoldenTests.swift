import BenchmarkComparison
import BenchmarkResults
import Foundation
import Testing

/// Tests of the paired tests against NumPy and SciPy.
///
/// The file was made once, by the versions that its `source` names, with `numpy.random.default_rng(20261121)`:
/// - `families`: normal, shifted and Student's (2 degrees of freedom) columns, and one with missing rounds. `t` is that
///   of `scipy.stats.ttest_1samp(columns, 0, nan_policy="omit")`, `standardErrors` are those of `scipy.stats.sem`.
///   `critical` has, for each level, the largest |t| of a pattern of signs at place `int(level * patterns) - 1`, sorted
///   down, over all patterns that leave the last round as it is. `singlePValue` is that of
///   `scipy.stats.permutation_test((column,), numpy.mean, permutation_type="samples", n_resamples=numpy.inf)`.
/// - `weighted`: the weight of a round is `1 / max(spread, 1)**2`, in which `spread` is the median over columns of its
///   magnitude divided by the column's median magnitude. `t` is the weighted mean divided by White's standard error
///   times `sqrt(rounds / (rounds - 1))`.
/// - `clipped`: `numpy.clip` at three times the median magnitude (Huber's bound).
/// - `proportions`: `scipy.stats.binomtest(count, total).proportion_ci(0.95, method="wilson")`.
/// - `spending`: the level spent at a share of the budget is `level * share**2`.
struct PairedGoldenTests {
  struct Golden: Decodable {
    struct Family: Decodable {
      var columns: [[Double?]]
      var t: [Double]
      var standardErrors: [Double]
      var critical: [String: Double?]
      var singlePValue: Double
    }
    struct Weighted: Decodable {
      var columns: [[Double]]
      var weights: [Double]
      var t: [Double]
      var critical: [String: Double]
    }
    struct Clipped: Decodable {
      var values: [Double]
      var clipped: [Double]
    }
    struct Interval: Decodable {
      var count: Int
      var total: Int
      var low: Double
      var high: Double
    }
    struct Spending: Decodable {
      var level: Double
      var shares: [Double]
      var levels: [Double]
    }
    var families: [Family]
    var weighted: Weighted
    var clipped: [Clipped]
    var proportions: [Interval]
    var spending: Spending
  }

  static func golden() throws -> Golden {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "golden-paired.json")
    return try JSONDecoder().decode(Golden.self, from: Data(contentsOf: file))
  }

  private static func test(_ family: Golden.Family) -> SignFlips {
    SignFlips(columns: family.columns.map { PairedSample($0.map { $0 ?? .nan }) })
  }

  @Test("t and standard errors equal SciPy's, without the missing rounds")
  func statistics() throws {
    for family in try Self.golden().families {
      let test = Self.test(family)
      #expect(test.columns.count == family.t.count)
      for (place, sample) in test.columns.enumerated() {
        let t = try #require(sample.t)
        let error = try #require(sample.standardError)
        #expect(abs(t - family.t[place]) <= 1e-9 * abs(family.t[place]))
        #expect(abs(error - family.standardErrors[place]) <= 1e-9 * error)
      }
    }
  }

  @Test("Critical values equal those from trying every pattern of signs")
  func criticalValues() throws {
    for family in try Self.golden().families {
      let test = Self.test(family)
      for (level, expected) in family.critical {
        let found = test.criticalValue(level: try #require(Double(level))) {
          Issue.record("so few rounds need no random bits")
          return 0
        }
        if let expected {
          // The table of flips has single precision.
          #expect(abs(found - expected) <= 2e-5 * expected, "\(level): \(found), \(expected)")
        } else {
          #expect(found == .infinity)
        }
      }
    }
  }

  @Test("Rounds that were disturbed count for less, with the same t and critical values")
  func weighted() throws {
    let golden = try Self.golden().weighted
    let weights = RoundWeights.weights(of: golden.columns)
    #expect(weights.contains { $0 < 0.5 } && weights.contains(1))
    for (found, expected) in zip(weights, golden.weights) {
      #expect(abs(found - expected) <= 1e-12)
    }
    let test = SignFlips(columns: golden.columns.map { PairedSample($0, weights: weights) })
    for (sample, expected) in zip(test.columns, golden.t) {
      #expect(abs(try #require(sample.t) - expected) <= 1e-9 * abs(expected))
    }
    for (level, expected) in golden.critical {
      let found = test.criticalValue(level: try #require(Double(level))) { 0 }
      #expect(abs(found - expected) <= 2e-5 * expected)
    }
  }

  @Test("For one column the level is SciPy's p value: significant at it, and not below")
  func single() throws {
    for family in try Self.golden().families {
      let column = try #require(family.columns.first).map { $0 ?? .nan }
      guard !column.contains(where: \.isNaN) else { continue }
      let test = SignFlips(columns: [PairedSample(column)])
      let t = abs(try #require(test.columns[0].t)) * (1 + 2e-5)
      // SciPy counts a pattern and its opposite, so there are half as many distinct patterns.
      #expect(t >= test.criticalValue(level: family.singlePValue + 1e-9) { 0 })
      let step = 1 / Double(1 << (column.count - 1))
      if family.singlePValue > 1.5 * step {
        #expect(t * (1 - 4e-5) < test.criticalValue(level: family.singlePValue - step) { 0 })
      }
    }
  }

  @Test("Differences are clipped at three times their median magnitude, unless most are 0")
  func clipping() throws {
    for sample in try Self.golden().clipped {
      let clipped = PairedSample.clipped(sample.values)
      for (found, expected) in zip(clipped, sample.clipped) {
        #expect(abs(found - expected) <= 1e-12 * abs(expected))
      }
      #expect(clipped.count == sample.clipped.count)
    }
    #expect(PairedSample.clipped([.nan, 1, -9, .nan, 1])[0].isNaN)
    #expect(PairedSample.clipped([.nan, 1, -9, .nan, 1])[2] == -3)
  }

  @Test("Wilson's interval equals SciPy's, also at the ends")
  func proportions() throws {
    let golden = try Self.golden().proportions
    #expect(golden.count == 5)
    for expected in golden {
      let interval = Proportion(expected.count, of: expected.total).interval
      #expect(abs(interval.lowerBound - expected.low) <= 1e-12)
      #expect(abs(interval.upperBound - expected.high) <= 1e-12)
    }
  }

  @Test("Looks come after 12, 17, 24, 34 and 48 rounds, but not shortly before the end")
  func schedule() {
    func looks(of rounds: Int) -> [Int] {
      var schedule = LookSchedule()
      return (1...rounds).filter {
        schedule.isLook(after: $0, spent: Double($0) / Double(rounds))
      }
    }
    #expect(looks(of: 64) == [12, 17, 24, 34, 48])
    #expect(looks(of: 60) == [12, 17, 24, 34])
    // As many rounds as fit into a minute on a slow machine: only the last look remains, with the whole level.
    #expect(looks(of: 13).isEmpty)
  }

  @Test("What the looks spend adds up to the level, and never more")
  func spending() throws {
    let golden = try Self.golden().spending
    var spending = ErrorSpending(level: golden.level)
    for (share, level) in zip(golden.shares, golden.levels) {
      #expect(abs(spending.level(at: share) - level) < 1e-15)
    }
    #expect(spending.level(at: 1) == 0)
    #expect(spending.level(at: 0.3) == 0)
  }
}
