/// What a row measures.
public enum Metric: String, CaseIterable, Codable, Sendable {
  /// Elapsed time, in nanoseconds.
  case time
  /// Body evaluations that reached the screen, as the field model counts them.
  case refreshes
  /// Values published by observable state.
  case emissions
  /// Calls that allocated memory.
  case allocations
  /// Bytes requested from the allocator.
  case bytes
  /// The highest number of bytes that were live at once.
  case peakBytes = "peak_bytes"
  /// Bytes still live when the session had ended.
  case leakedBytes = "leaked_bytes"
  /// Instructions executed.
  case instructions
  /// Retains of reference-counted objects.
  case retains
  /// Releases of reference-counted objects.
  case releases

  /// Whether the metric repeats exactly on one toolchain; only time does not.
  public var isExact: Bool { self != .time }

  /// Whether a figure counts what the field did, and so depends neither on compiler nor allocator.
  public var isBehaviour: Bool { self == .refreshes || self == .emissions }

  /// The unit of the figures: `ns`, `B`, or `1` for a plain count.
  public var unit: String {
    switch self {
    case .time: "ns"
    case .bytes, .peakBytes, .leakedBytes: "B"
    case .refreshes, .emissions, .allocations, .instructions, .retains, .releases: "1"
    }
  }
}
