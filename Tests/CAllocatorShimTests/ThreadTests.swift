import Testing

@Suite("Threads", .needsLiveShim)
struct ThreadTests {
  @Test("the process's sums are exactly those of its threads")
  func atOnce() async throws {
    let values = try await ProbeRun.values("ShimProbe", "threads", "20000")
    #expect(values["differing_sums"] == 0)
    #expect(values["stale_counters"] == 0)
    #expect(values["disagreeing_with_jemalloc"] == 0)
    #expect(values["worker_allocations"] == 40_001)
    #expect(values["worker_reallocs"] == 20_000)
  }

  @Test("exited threads stay in the sums, and their slot is reused from zero")
  func exited() async throws {
    let values = try await ProbeRun.values("ShimProbe", "exited-threads", "2000")
    #expect(values["differing_sums"] == 0)
    #expect(values["stale_counters"] == 0)
    #expect(values["slots"] == 1)
  }

  @Test("nothing is lost if many threads start and exit at once")
  func churn() async throws {
    let values = try await ProbeRun.values("ShimProbe", "churn", "4000")
    #expect(values["differing_sums"] == 0)
    #expect(values["stale_counters"] == 0)
  }

  @Test("memory freed by another thread: its live bytes are negative, the process's are exact")
  func crossThread() async throws {
    let values = try await ProbeRun.values("ShimProbe", "cross-thread")
    #expect(values["own_live"] == 112_000)
    #expect(values["other_live"] == -112_000)
    #expect(values["other_frees"] == 1000)
    #expect(values["other_peak"] == 0)
    #expect(values["process_live"] == 0)
    #expect(values["process_allocations"] == 1000)
    #expect(values["process_frees"] == 1000)
  }

  @Test("the work of destructors after the thread returned its slot is counted")
  func lateDestructor() async throws {
    let values = try await ProbeRun.values("ShimProbe", "late-destructor")
    let rounds = try #require(values["late_rounds"])
    #expect(rounds == 4)
    #expect(values["other_allocations"] == rounds + 1)
    #expect(values["other_frees"] == rounds + 1)
    #expect(values["other_reallocs"] == rounds)
    #expect(values["other_live"] == 0)
  }
}
