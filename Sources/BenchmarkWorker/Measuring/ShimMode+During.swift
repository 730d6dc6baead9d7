import BenchmarkModel

extension ShimMode {
  /// Does `body` while the shim is in this mode.
  ///
  /// - Throws: `ShimError` where there is no shim, or it will not record; what `body` throws.
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
