import OpenCombine

/// Two limits that stay apart, as published: the setter of each moves the other where it is too near.
public final class LinkedLimits: ObservableObject {
  /// How far the two stay apart.
  public static let distance = 10

  /// The lower limit.
  @Published public private(set) var low: Int
  /// The upper limit.
  @Published public private(set) var high: Int

  /// The limits with which the published example begins.
  public init(low: Int = 5, high: Int = 30) {
    self.low = low
    self.high = max(high, low.saturating(adding: Self.distance))
  }

  /// Writes the lower limit, and raises the upper one where it is too near.
  ///
  /// The published sum overflows near `Int.max` and stops the program; here it stays at the largest number.
  func setLow(_ value: Int) {
    low = value
    let raised = max(high, value.saturating(adding: Self.distance))
    if raised != high { high = raised }
  }

  /// Writes the upper limit, and lowers the lower one where it is too near.
  func setHigh(_ value: Int) {
    high = value
    let lowered = min(low, value.saturating(adding: -Self.distance))
    if lowered != low { low = lowered }
  }
}

extension Int {
  /// The sum, or the largest or smallest number where it is beyond that.
  fileprivate func saturating(adding other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other > 0 ? .max : .min) : sum
  }
}
