/// The distribution of the times of a phase in one round, as an HdrHistogram of three digits keeps it.
package struct SampleHistogram: Codable, Equatable, Sendable {
  package var phase: RowPhase
  /// A value of each bucket that holds any, in nanoseconds, in ascending order.
  package var values: [UInt64]
  /// The number of times in each of these buckets.
  package var counts: [Int]

  /// The longest time that has a bucket of its own, in nanoseconds: a minute.
  package static let highest: UInt64 = 60_000_000_000

  package init(phase: RowPhase, values: [UInt64], counts: [Int]) {
    self.phase = phase
    self.values = values
    self.counts = counts
  }

  /// Throws unless this can be a distribution.
  func check() throws(WrongReply) {
    let ascends = zip(values, values.dropFirst()).allSatisfy { $0 < $1 }
    // A bucket may reach beyond the longest time by a thousandth.
    guard values.count == counts.count, ascends, counts.areCounts,
      values.last ?? 0 <= Self.highest + Self.highest / 500
    else { throw WrongReply("an impossible histogram of \(phase.rawValue)") }
  }
}
