import BenchmarkWorker
import ReformatCore
import Testing

/// Tests that do not need the shim; the target CAllocatorShimTests runs programs with the shim preloaded.
@Suite("Allocation sites")
struct AllocationSitesTests {
  @Test("a process without the shim gets the error of the counters")
  func absent() {
    let error = #expect(throws: ShimError.self) { _ = try AllocationSites.locate() }
    guard case .absent = error else {
      Issue.record("got \(String(describing: error))")
      return
    }
  }

  @Test("a shim that refuses to record is reported, with the hint")
  func refusal() {
    #expect(ShimError.notRecording.description.contains("ulimit -v"))
  }

  @Test("all losses count")
  func losses() {
    var losses = AllocationSiteLosses()
    #expect(losses.total == 0)
    losses.allocations = 1
    losses.frames = 20
    losses.blocks = 300
    losses.frees = 4000
    losses.interruptions = 50_000
    #expect(losses.total == 54_321)
  }

  @Test("the tags of phases, the rest, first keystrokes, fields and everything else differ")
  func tags() {
    let tags =
      [SiteLedger.tag(of: .filter), SiteLedger.tag(of: .parse), SiteLedger.tag(of: .format)]
      + [SiteLedger.tag(of: .refresh), SiteLedger.tag(of: nil)]
      + [SiteLedger.first, SiteLedger.outside, SiteLedger.setUp]
    #expect(Set(tags).count == 8)
  }
}
