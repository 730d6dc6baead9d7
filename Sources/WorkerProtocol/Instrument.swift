/// What took a measurement; rows of different instruments are never compared.
public enum Instrument: String, CaseIterable, Codable, Sendable {
  /// The monotonic clock.
  case clock
  /// The headless field, which counts what it does.
  case host
  /// The counting allocator.
  case shim
  /// Valgrind's instruction counter.
  case callgrind
  /// The kernel's performance events.
  case perf
}
