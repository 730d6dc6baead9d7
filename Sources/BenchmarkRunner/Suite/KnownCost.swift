/// What a body costs by construction, so that an instrument can be checked against it.
public struct KnownCost: Sendable, Hashable, Codable {
  /// Allocations a call.
  public var allocations: Int?
  /// Requested bytes a call.
  public var bytes: Int?
  /// How many times the call of the suite's unit body.
  public var timesUnit: Double?

  /// The costs that are known; the others are nil.
  public init(allocations: Int? = nil, bytes: Int? = nil, timesUnit: Double? = nil) {
    self.allocations = allocations
    self.bytes = bytes
    self.timesUnit = timesUnit
  }
}
