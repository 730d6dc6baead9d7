import Testing

/// Tests of the twenty C++ operators: twelve deletes, each with its new, which cover all eight news.
@Suite("Operators new and delete", .needsLiveShim)
struct OperatorTests {
  @Test(
    "count as one allocation and one free",
    arguments: [
      "new", "new-sized", "new-nothrow", "array", "array-sized", "array-nothrow",
    ])
  func plain(verb: String) async throws {
    let values = try await ProbeRun.values("ShimProbe", verb)
    let expected = Traffic(
      verb: verb, allocations: 1, requested: 100, usable: 112, frees: 1, peak: 112)
    #expect(values == expected.values)
  }

  @Test(
    "keep an alignment of 256",
    arguments: [
      "new-aligned", "new-aligned-sized", "new-aligned-nothrow",
      "array-aligned", "array-aligned-sized", "array-aligned-nothrow",
    ])
  func aligned(verb: String) async throws {
    let values = try await ProbeRun.values("ShimProbe", verb)
    let expected = Traffic(
      verb: verb, allocations: 1, requested: 100, usable: 256, frees: 1, peak: 256,
      findings: ["misaligned": 0])
    #expect(values == expected.values)
  }

  @Test("size 0 gives a separate block, and deleting null does nothing")
  func zeroAndNull() async throws {
    let values = try await ProbeRun.values("ShimProbe", "new-zero-and-null")
    let expected = Traffic(
      verb: "", allocations: 2, requested: 0, usable: 16, frees: 2, peak: 16,
      findings: ["nulls": 0, "twins": 0])
    #expect(values == expected.values)
  }

  @Test("without memory they throw bad_alloc, or return null if they must not throw")
  func noMemory() async throws {
    let values = try await ProbeRun.values("ShimProbe", "new-no-memory")
    #expect(values["thrown"] == 4)
    #expect(values["nulls"] == 4)
    // The exceptions are also on the heap.
    #expect(values["allocations"] == values["frees"])
    try expectAgreement(values)
  }

  @Test("the new-handler is called until it gives up")
  func handlerGivesUp() async throws {
    let values = try await ProbeRun.values("ShimProbe", "new-handler-gives-up")
    #expect(values["thrown"] == 1)
    #expect(values["handler_calls"] == 3)
  }

  @Test("an exception of a new-handler is passed on, or becomes null if they must not throw")
  func handlerThrows() async throws {
    let values = try await ProbeRun.values("ShimProbe", "new-handler-throws")
    #expect(values["is_null"] == 1)
    #expect(values["thrown"] == 1)
    #expect(values["handler_calls"] == 2)
  }

  @Test("memory that the new-handler makes available is used, with the alignment asked for")
  func handlerMakesRoom() async throws {
    let values = try await ProbeRun.values("ShimProbe", "new-handler-makes-room")
    #expect(values["handler_calls"] == 2)
    #expect(values["misaligned"] == 0)
    #expect(values["allocations"] == 2)
    #expect(values["frees"] == 2)
    try expectAgreement(values)
  }
}
