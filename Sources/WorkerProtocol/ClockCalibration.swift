/// What reading the clock costs, and how finely it tells times apart, on this machine.
public struct ClockCalibration: Sendable, Codable, Hashable {
  /// Nanoseconds that one reading takes: the smallest mean of many batches of back-to-back readings.
  public var overhead: Double
  /// Nanoseconds of the step in which the clock really moves.
  public var resolution: Double

  /// A calibration that is known.
  public init(overhead: Double, resolution: Double) {
    self.overhead = overhead
    self.resolution = resolution
  }

  /// Times below this many nanoseconds are batched: the clock's step would be over a hundredth of them.
  public var batchingThreshold: Double { 100 * resolution }
}
