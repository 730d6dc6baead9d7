import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import RunFixtures
import Testing

/// Tests that exact metrics gate only if the toolchains match, and that a note gives the reason if they do not.
struct ToolchainTests {
  /// Compares with a candidate that has more allocations and more refreshes.
  private func compare(_ change: (inout RunMetadata) -> Void) throws -> Comparison {
    let cell = RunFixture.cells[0]
    var candidate = RunFixture(id: "r2")
    candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    candidate.change(cell, .total, .refreshes) { $0.summary = .constant(2) }
    change(&candidate.metadata)
    return try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"))
  }

  private func failing(_ comparison: Comparison) -> Set<Metric> {
    Set(comparison.failures.compactMap(\.metric))
  }

  @Test("On one toolchain everything exact gates")
  func same() throws {
    let comparison = try compare { _ in }
    #expect(failing(comparison) == [.allocations, .refreshes])
    #expect(comparison.notes.isEmpty)
  }

  static let changes: [(FactDifference?, @Sendable (inout RunMetadata) -> Void)] = [
    (FactDifference("Swift", "6.3.1", "6.4"), { $0.toolchain.swift = "6.4" }),
    (FactDifference("configuration", "release", "debug"), { $0.toolchain.configuration = .debug }),
    (FactDifference("ICU", "74.0", "76.1"), { $0.toolchain.icu = "76.1" }),
    (FactDifference("CLDR", "44", nil), { $0.toolchain.cldr = nil }),
    (
      FactDifference("allocator", "jemalloc 5.3.0", "jemalloc 5.2.1"),
      { $0.toolchain.allocator.version = "5.2.1" }
    ),
    (
      FactDifference("allocator", "jemalloc 5.3.0", "mimalloc of unknown version"),
      {
        $0.toolchain.allocator.name = "mimalloc"
        $0.toolchain.allocator.version = nil
      }
    ),
  ]

  @Test("On another toolchain only behaviour gates, and the first note says why", arguments: 0..<6)
  func other(_ index: Int) throws {
    let (difference, change) = Self.changes[index]
    let comparison = try compare(change)
    #expect(failing(comparison) == [.refreshes])
    let regressed = comparison.entries.filter { $0.finding == .regressed }
    #expect(regressed.count == 2)
    let known = try #require(difference)
    let isAllocator = known.name == "allocator"
    #expect(comparison.notes.first == (isAllocator ? .allocators(known) : .toolchains([known])))
  }

  @Test(
    "Of two digests of one version other ones are another toolchain; a missing one says nothing")
  func digests() throws {
    var baseline = RunFixture()
    func gates(_ before: String?, _ after: String?) throws -> Bool {
      baseline.metadata.toolchain.digest = before
      var candidate = RunFixture(id: "r2")
      candidate.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(6) }
      candidate.metadata.toolchain.digest = after
      let comparison = try Comparison(
        baseline: baseline.run(name: "a"), candidate: candidate.run(name: "b"))
      #expect(comparison.fails == comparison.notes.isEmpty)
      return comparison.fails
    }
    #expect(try gates("1234", "1234"))
    #expect(try !gates("1234", "5678"))
    #expect(try gates(nil, "1234"))
    #expect(try gates("1234", nil))
  }

  @Test("Facts that neither run knows gate nothing, except between the sides of one comparison")
  func unknown() throws {
    for (before, after) in [("unknown", "unknown"), ("unknown", "6.3.1")] {
      #expect(
        try failing(
          Comparison(
            baseline: side(before).run(name: "a"), candidate: side(after, 6).run(name: "b")))
          == [])
      var (a, b) = (side(before), side(after, 6))
      a.metadata.paired = PairedRecord(role: .baseline, partner: "r6", budget: 1, seed: 1)
      b.metadata.paired = PairedRecord(role: .candidate, partner: "r5", budget: 1, seed: 1)
      let paired = try Comparison(baseline: a.run(name: "a"), candidate: b.run(name: "b"))
      #expect(failing(paired) == [.allocations])
    }
  }

  private func side(_ swift: String, _ allocations: Double = 5) -> RunFixture {
    var fixture = RunFixture(id: "r\(Int(allocations))")
    fixture.metadata.toolchain.swift = swift
    fixture.change(RunFixture.cells[0], .total, .allocations) {
      $0.summary = .constant(allocations)
    }
    return fixture
  }

  @Test("A vanished cell fails on any toolchain")
  func vanished() throws {
    var candidate = RunFixture()
    candidate.metadata.toolchain.swift = "7"
    candidate.rows.removeAll { $0.cell == RunFixture.cells[1] }
    let comparison = try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"))
    #expect(comparison.failures.map(\.finding) == [.vanished])
  }
}
