import OpenCombine

/// Two limits that keep a distance, as published: the setter of each moves the other if it is too near.
public final class LinkedLimits: ObservableObject {
  /// The minimum distance of the two.
  public static let distance = 10

  /// The lower limit.
  @Published public private(set) var low: Int
  /// The upper limit.
  @Published public private(set) var high: Int

  /// Makes the limits with which the published example begins.
  public init(low: Int = 5, high: Int = 30) {
    self.low = low
    self.high = max(high, low.saturating(adding: Self.distance))
  }

  /// Writes the lower limit, and raises the upper one if it is too near.
  ///
  /// The published sum overflows near `Int.max` and crashes the program; here it stays at the largest number.
  func setLow(_ value: Int) {
    low = value
    let raised = max(high, value.saturating(adding: Self.distance))
    if raised != high { high = raised }
  }

  /// Writes the upper limit, and lowers the lower one if it is too near.
  func setHigh(_ value: Int) {
    high = value
    let lowered = min(low, value.saturating(adding: -Self.distance))
    if lowered != low { low = lowered }
  }
}

extension Int {
  /// The sum, or the largest or smallest number if the sum is beyond that.
  fileprivate func saturating(adding other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
