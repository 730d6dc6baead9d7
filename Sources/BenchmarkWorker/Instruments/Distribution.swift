/// A distribution of times that keeps its tail.
///
/// Its buckets are those of an HdrHistogram of three digits: each power of two has 1,024 of them. Sum, minimum and maximum
/// are kept exactly.
public struct Distribution {
  /// The number of recorded times.
  public private(set) var count = 0
  /// The numbers of times that were longer than 1 ms, a frame at 120 Hz and a frame at 60 Hz.
  public private(set) var countsBeyond = [0, 0, 0]
  private var buckets = [UInt64](repeating: 0, count: Self.bucket(of: Self.longest) + 1)
  private var sum = 0.0
  private var smallest = UInt64.max
  private var largest: UInt64 = 0

  private static let limits = [1e6, 1e9 / 120, 1e9 / 60]

  /// The longest time that is recorded, in nanoseconds: a minute.
  ///
  /// Longer ones count as that, except in the maximum and the mean.
  public static let longest: UInt64 = 60_000_000_000

  /// An empty distribution, with all its memory allocated.
  public init() {}

  private static func bucket(of nanoseconds: UInt64) -> Int {
    // The digits in which times of a bucket differ: none below 2,048.
    let shift = max(0, 53 - nanoseconds.leadingZeroBitCount)
    return (shift << 10) + Int(nanoseconds >> UInt64(shift))
  }

  /// The longest time of a bucket.
  private static func longest(of bucket: Int) -> UInt64 {
    let shift = max(0, (bucket >> 10) - 1)
    return (UInt64(bucket - (shift << 10) + 1) << UInt64(shift)) - 1
  }

  /// Adds a time in nanoseconds.
  public mutating func record(_ nanoseconds: UInt64) {
    count += 1
    buckets[Self.bucket(of: min(nanoseconds, Self.longest))] += 1
    sum += Double(nanoseconds)
    smallest = min(smallest, nanoseconds)
    largest = max(largest, nanoseconds)
    // Nearly no time is longer, so this costs a keystroke one comparison.
    guard nanoseconds > 1_000_000 else { return }
    for (index, limit) in Self.limits.enumerated() where Double(nanoseconds) > limit {
      countsBeyond[index] += 1
    }
  }

  /// The smallest time, the largest, and the mean, in nanoseconds; nil if nothing was recorded.
  public var extremes: (min: UInt64, max: UInt64, mean: Double)? {
    count > 0 ? (smallest, largest, sum / Double(count)) : nil
  }

  /// The time that a percentage of the times does not exceed, in nanoseconds; nil if nothing was recorded.
  ///
  /// It has a precision of three digits, and stays within the recorded times, although a bucket may reach beyond them.
  public func percentile(_ percent: Double) -> UInt64? {
    guard count > 0 else { return nil }
    // The next smaller number, so that a rounding error does not reach the next time.
    var rest = max(1, (percent.nextDown * Double(count) / 100).rounded(.up))
    let bucket = buckets.firstIndex { times in
      rest -= Double(times)
      return rest <= 0
    }
    let end = bucket.map { min(Self.longest(of: $0), Self.longest) } ?? largest
    return min(max(end, smallest), largest)
  }
}
