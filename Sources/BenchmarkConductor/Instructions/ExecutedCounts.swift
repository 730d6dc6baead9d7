import BenchmarkModel

/// What some keystrokes executed, in the metrics that come of it.
struct ExecutedCounts: AdditiveArithmetic {
  /// The metrics, in the order in which the counter tells what they are made of.
  ///
  /// It counts instructions, operations that lock the bus, and system calls, and then what ``counterOptions`` ask for.
  static let metrics: [Metric] = [
    .instructions, .lockedOperations, .systemCalls, .retains, .releases, .metadataLookups,
  ]

  /// The counter's options: what it counts beside what it always does.
  static let counterOptions = [
    "--entries=" + RuntimeFunctions.retaining.sorted().joined(separator: ","),
    "--entries=" + RuntimeFunctions.releasing.sorted().joined(separator: ","),
    "--within=" + RuntimeFunctions.metadataLookups.joined(separator: ","),
  ]

  /// The count of each metric.
  private var counts: [Int]

  static let zero = ExecutedCounts(counts: metrics.map { _ in 0 })

  private init(counts: [Int]) { self.counts = counts }

  /// The counts of a part; the instructions without the lookups.
  ///
  /// - Throws: `RunError` where they are not as many as were asked for.
  init(_ part: CountedPart) throws(RunError) {
    guard part.counts.count == Self.metrics.count else {
      throw RunError(
        "the counter told \(part.counts.count) figures of \(part.name), \(Self.metrics.count) were expected"
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

  /// The counts divided, or nil where any does not divide without a rest.
  func divided(by count: Int) -> ExecutedCounts? {
    guard count > 0, counts.allSatisfy({ $0 % count == 0 }) else { return nil }
    return ExecutedCounts(counts: counts.map { $0 / count })
  }
}
