import BenchmarkModel

/// The times of each keystroke of the sessions, replay by replay, without the first of a fresh field.
///
/// The mean of all keystrokes holds every interruption by other work on the machine: on a busy one a single stall of
/// 10 ms is more than all keystrokes of a short cell. The median of one and the same keystroke over its replays does not
/// move until half of them are interrupted.
package struct TypicalKeystrokes {
  /// The times of each keystroke, session by session.
  private var times: [[UInt64]]
  /// The place in ``times`` of the second keystroke of each session.
  private let starts: [Int]

  /// Room for the replays of a usual cell, so that nothing is allocated between its keystrokes.
  private static let replays = 512

  /// Makes room for sessions of these numbers of keystrokes.
  package init(keystrokes: [Int]) {
    var starts: [Int] = []
    var count = 0
    for keystrokes in keystrokes {
      starts.append(count)
      count += max(0, keystrokes - 1)
    }
    self.starts = starts
    times = (0..<count).map { _ in
      var replays: [UInt64] = []
      replays.reserveCapacity(Self.replays)
      return replays
    }
  }

  /// Adds the time of a keystroke other than the first of its session, in nanoseconds.
  package mutating func record(_ nanoseconds: UInt64, session: Int, keystroke: Int) {
    times[starts[session] + keystroke - 1].append(nanoseconds)
  }

  /// The row of the typical time, per keystroke; nil if there is none.
  ///
  /// - Parameters:
  ///   - batch: the number of keystrokes that one record covers.
  ///   - count: the number of records.
  /// - Returns: the row.
  package func row(batch: Int, count: Int) -> SampleRow? {
    let medians = times.compactMap { SortedSample($0.map { Double($0) })?.median }
    guard !medians.isEmpty else { return nil }
    let typical = (medians.reduce(0, +) / Double(medians.count * batch)).rounded(places: 3)
    return SampleRow(
      phase: .total, metric: .typicalTime, instrument: .clock, count: count * batch,
      summary: Summary(p50: typical, mean: typical))
  }
}
