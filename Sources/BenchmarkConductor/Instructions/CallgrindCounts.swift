import WorkerClient
import WorkerProtocol

/// What callgrind says of some keystrokes, in the metrics that come of it.
struct CallgrindCounts: AdditiveArithmetic {
  /// The metrics, each with what a dump says of it; nil where callgrind was not asked.
  static let metrics: [(metric: Metric, count: @Sendable (CallgrindDump) -> Int?)] = [
    (.instructions, { $0.instructions - lookups($0) }),
    (.metadataLookups, { lookups($0) }),
    (.lockedOperations, { $0[.lockedOperations] }),
    (.retains, { dump in entries(of: retaining, in: dump) }),
    (.releases, { dump in entries(of: releasing, in: dump) }),
  ]

  /// The count of each metric, in that order.
  private var counts: [Int]

  static let zero = CallgrindCounts(counts: metrics.map { _ in 0 })

  private init(counts: [Int]) { self.counts = counts }

  /// The counts of a dump.
  ///
  /// - Throws: `RunError` where callgrind was not asked for all of them.
  init(_ dump: CallgrindDump) throws(RunError) {
    counts = []
    for (metric, count) in Self.metrics {
      guard let count = count(dump) else {
        throw RunError("callgrind did not count \(metric.rawValue)")
      }
      counts.append(count)
    }
  }

  /// The metrics, each with its count.
  var figures: [(metric: Metric, count: Int)] {
    zip(Self.metrics, counts).map { ($0.metric, $1) }
  }

  /// Instructions executed, without the lookups.
  var instructions: Int { counts[0] }

  static func + (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(counts: zip(a.counts, b.counts).map(+))
  }

  static func - (a: CallgrindCounts, b: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(counts: zip(a.counts, b.counts).map(-))
  }

  static func * (count: Int, a: CallgrindCounts) -> CallgrindCounts {
    CallgrindCounts(counts: a.counts.map { count * $0 })
  }

  /// The counts divided, or nil where any does not divide without a rest.
  func divided(by count: Int) -> CallgrindCounts? {
    guard count > 0, counts.allSatisfy({ $0 % count == 0 }) else { return nil }
    return CallgrindCounts(counts: counts.map { $0 / count })
  }
}

extension CallgrindCounts {
  /// The runtime's functions that take a strong reference to an object.
  ///
  /// The others, such as swift_bridgeObjectRetain and swift_retain's callers in the runtime, go through these. A
  /// call of swift_retain_n is one, however many references it takes.
  static let retaining: Set<String> = [
    "swift_retain", "swift_retain_n", "swift_nonatomic_retain", "swift_nonatomic_retain_n",
    "swift_tryRetain", "swift_unownedRetainStrong", "swift_nonatomic_unownedRetainStrong",
  ]

  /// The runtime's functions that give one back.
  static let releasing: Set<String> = [
    "swift_release", "swift_release_n", "swift_nonatomic_release", "swift_nonatomic_release_n",
  ]

  /// Whether a function takes a reference; the others that are looked for give one back.
  static func isRetain(_ name: String) -> Bool {
    name.lowercased().contains("retain") && !name.contains("release")
  }

  /// Functions that only pass a reference on to those.
  static let forwarding: Set<String> = [
    "swift_bridgeObjectRetain", "swift_bridgeObjectRetain_n", "swift_bridgeObjectRelease",
    "swift_bridgeObjectRelease_n", "swift_nonatomic_bridgeObjectRetain",
    "swift_nonatomic_bridgeObjectRetain_n", "swift_nonatomic_bridgeObjectRelease",
    "swift_nonatomic_bridgeObjectRelease_n", "swift_errorRetain", "swift_errorRelease",
  ]

  private static func lookups(_ dump: CallgrindDump) -> Int {
    dump.functions.reduce(0) { $1.isMetadataLookup ? $0 + $1.instructions : $0 }
  }

  private static func entries(of symbols: Set<String>, in dump: CallgrindDump) -> Int {
    dump.functions.reduce(0) { symbols.contains($1.symbol) ? $0 + $1.entries : $0 }
  }
}
