import Glibc

/// The clock of the harness: `clock_gettime` with `CLOCK_MONOTONIC`, in nanoseconds.
public enum MonotonicClock {
  /// Nanoseconds since some moment in the past.
  @inlinable
  public static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
}
