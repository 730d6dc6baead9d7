import BenchmarkModel
import BenchmarkResults

/// The counts of some keystrokes, for each metric that the counter gives.
struct ExecutedCounts: AdditiveArithmetic {
  /// The metrics, in the order of the counter's figures.
  ///
  /// It counts instructions, operations that lock the bus, and system calls, and then the functions that
  /// ``counterOptions`` name.
  static let metrics: [Metric] = [
    .instructions, .lockedOperations, .systemCalls, .retains, .releases, .metadataLookups,
  ]

  /// The counter's options: the functions that it counts in addition.
  static let counterOptions = [
    "--entries=" + RuntimeFunctions.retaining.sorted().joined(separator: ","),
    "--entries=" + RuntimeFunctions.releasing.sorted().joined(separator: ","),
    "--within=" + RuntimeFunctions.metadataLookups.joined(separator: ","),
  ]

  /// The count of each metric.
  private var counts: [Int]

  static let zero = ExecutedCounts(counts: metrics.map { _ in 0 })

  private init(counts: [Int]) { self.counts = counts }

  /// The counts of a part; the instructions without those of the lookups.
  ///
  /// - Throws: `Problem` if there are more or fewer counts than metrics.
  init(_ part: CountedPart) throws(Problem) {
    guard part.counts.count == Self.metrics.count else {
      throw Problem(
        "the counter gave \(part.counts.count) figures of \(part.name), \(Self.metrics.count) were expected",
        hint: "build the worker from this version"
      )
    }
    counts = part.counts
    counts[0] -= counts[Self.metrics.count - 1]
  }

  /// The metrics, each with its count.
  var figures: [(metric: Metric, count: Int)] {
    zip(Self.metrics, counts).map { ($0, $1) }
  }

  /// Instructions executed, without the lookups.
  var instructions: Int { counts[0] }

  static func + (a: ExecutedCounts, b: ExecutedCounts) -> ExecutedCounts {
    ExecutedCounts(counts: zip(a.counts, b.counts).map(+))
  }

  static func - (a: ExecutedCounts, b: ExecutedCounts) -> ExecutedCounts {
    ExecutedCounts(counts: zip(a.counts, b.counts).map(-))
  }

  static func * (count: Int, a: ExecutedCounts) -> ExecutedCounts {
    ExecutedCounts(counts: a.counts.map { count * $0 })
  }

  /// The counts divided; nil if any division leaves a remainder.
  func divided(by count: Int) -> ExecutedCounts? {
    guard count > 0, counts.allSatisfy({ $0 % count == 0 }) else { return nil }
    return ExecutedCounts(counts: counts.map { $0 / count })
  }
}
