import BenchmarkModel

extension ClockCalibration {
  /// Measures the clock; takes a few milliseconds.
  public static func measure() -> ClockCalibration {
    let batches = 100
    let readings = 1000
    var overhead = Double.infinity
    var intervals = [Int](repeating: 0, count: 1000)
    for _ in 0..<batches {
      let start = MonotonicClock.now()
      var last = start
      for _ in 0..<readings {
        let now = MonotonicClock.now()
        let interval = Int(truncatingIfNeeded: now &- last)
        if interval < intervals.count { intervals[interval] += 1 }
        last = now
      }
      overhead = min(overhead, Double(last &- start) / Double(readings))
    }
    return ClockCalibration(
      overhead: overhead, resolution: Double(effectiveResolution(counts: intervals)))
  }

  /// The step between the two most frequent intervals, in nanoseconds.
  ///
  /// A clock may claim nanoseconds and yet move in steps of ten, with a few stray values in between, so the smallest
  /// difference ever seen says nothing. If only one interval was seen, that interval is the step.
  ///
  /// - Parameter counts: the number of times that each interval was seen; the index is the interval in nanoseconds.
  /// - Returns: the step, at least 1.
  package static func effectiveResolution(counts: [Int]) -> Int {
    let common = counts.indices.filter { counts[$0] > 0 }.sorted { counts[$0] > counts[$1] }
    guard let first = common.first else { return 1 }
    return max(1, common.dropFirst().first.map { abs($0 - first) } ?? first)
  }
}
