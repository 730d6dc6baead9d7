import BenchmarkModel

extension ShimMode {
  /// Runs `body` while the shim is in this mode.
  ///
  /// - Throws: `ShimError` if there is no shim, or it cannot record; the errors of `body`.
  func during<Result>(_ body: () throws -> Result) throws -> Result {
    let counters = try AllocationCounters.locate()
    let wasCounting = counters.setCounting(self != .idle)
    defer { counters.setCounting(wasCounting) }
    guard self == .sites else { return try body() }
    let sites = try AllocationSites.locate()
    sites.reset()
    try sites.start()
    defer {
      sites.stop()
      sites.reset()
    }
    return try body()
  }
}
