import Testing

/// The expected heap traffic of a body of ShimProbe.
struct Traffic: CustomTestStringConvertible {
  let verb: String
  var times = 1
  let allocations: Int
  let requested: Int
  let usable: Int
  let frees: Int
  var reallocs = 0
  var live = 0
  let peak: Int
  /// The values that the body itself must report.
  var findings: [String: Int] = [:]

  var testDescription: String { verb }

  /// All the values that ShimProbe must print.
  ///
  /// jemalloc's own count of bytes is beside the shim's.
  var values: [String: Int] {
    [
      "shim": 1, "allocations": allocations, "requested_bytes": requested, "usable_bytes": usable,
      "frees": frees, "freed_usable_bytes": usable - live, "reallocs": reallocs,
      "live_bytes": live, "peak_live_bytes": peak, "jemalloc_allocated": usable,
      "jemalloc_deallocated": usable - live,
    ].merging(findings) { counter, _ in counter }
  }
}
