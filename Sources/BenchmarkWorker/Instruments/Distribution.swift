import Histogram

/// A distribution of times that keeps its tail.
///
/// An HdrHistogram of three digits holds the distribution; sum, minimum and maximum are kept exactly.
public struct Distribution {
  private var histogram: Histogram<UInt64>
  private var sum = 0.0
  private var smallest = UInt64.max
  private var largest: UInt64 = 0
  private var beyond = (first: 0, second: 0, third: 0)

  /// The limits in nanoseconds for which longer times are counted exactly: 1 ms, a frame at 120 Hz and a frame at 60
  /// Hz.
  public static let limits = (1e6, 1e9 / 120, 1e9 / 60)

  /// The longest time that is recorded, in nanoseconds: a minute.
  ///
  /// Longer ones count as that, except in the maximum and the mean.
  public static let longest: UInt64 = 60_000_000_000

  /// An empty distribution, with all its memory allocated.
  public init() {
    histogram = Histogram(
      highestTrackableValue: Self.longest, numberOfSignificantValueDigits: .three)
  }

  /// The number of recorded times.
  public var count: Int { Int(histogram.totalCount) }

  /// Adds a time in nanoseconds.
  public mutating func record(_ nanoseconds: UInt64) {
    histogram.record(min(nanoseconds, Self.longest))
    sum += Double(nanoseconds)
    smallest = min(smallest, nanoseconds)
    largest = max(largest, nanoseconds)
    // Nearly no time is longer, so this costs a keystroke one comparison.
    if nanoseconds > 1_000_000 { countBeyond(Double(nanoseconds)) }
  }

  private mutating func countBeyond(_ nanoseconds: Double) {
    if nanoseconds > Self.limits.0 { beyond.first += 1 }
    if nanoseconds > Self.limits.1 { beyond.second += 1 }
    if nanoseconds > Self.limits.2 { beyond.third += 1 }
  }

  /// The number of times that were longer than each of ``limits``.
  public var countsBeyond: [Int] { [beyond.first, beyond.second, beyond.third] }

  /// The smallest time, the largest, and the mean, in nanoseconds; nil if nothing was recorded.
  public var extremes: (min: UInt64, max: UInt64, mean: Double)? {
    count > 0 ? (smallest, largest, sum / Double(count)) : nil
  }

  /// The time that a percentage of the times does not exceed, in nanoseconds; nil if nothing was recorded.
  ///
  /// It has a precision of three digits, and stays within the recorded times, although a bucket may reach beyond them.
  public func percentile(_ percent: Double) -> UInt64? {
    guard count > 0 else { return nil }
    return min(max(histogram.valueAtPercentile(percent), smallest), largest)
  }
}
