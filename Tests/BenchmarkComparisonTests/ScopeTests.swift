import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of runs of other machines and seeds: comparable figures are compared, and the others are named.
struct ScopeTests {
  private let cell = RunFixture.cells[0]

  /// Compares with a candidate that has one allocation and one refresh more, and times ten times as long.
  private func compare(_ change: (inout RunFixture) -> Void) throws -> Comparison {
    var candidate = RunFixture(id: "r2")
    candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    candidate.change(cell, .total, .refreshes) { $0.summary = .constant(2) }
    candidate.change(cell, .total, .time) { row in
      for figure in Figure.allCases { row.summary[figure] = row.summary[figure].map { $0 * 10 } }
    }
    change(&candidate)
    return try Comparison(
      baseline: RunFixture().run(name: "a"), candidate: candidate.run(name: "b"))
  }

  /// Returns the manner in which a kind of figure is compared, and the reason; nil if the kind is not listed.
  private func line(
    _ comparison: Comparison, _ what: ComparisonScope.Kind
  ) -> (manner: ComparisonScope.Manner, reason: ComparisonScope.Reason?)? {
    comparison.scope.lines.first { $0.what == what }.map { ($0.manner, $0.reason) }
  }

  /// Returns the machines' differences if that is the first note, otherwise nil.
  private func machines(_ comparison: Comparison) -> HostPair.Difference? {
    guard case .machines(let difference) = comparison.notes.first else { return nil }
    return difference
  }

  @Test("On one machine with one toolchain there is nothing to say")
  func same() throws {
    let comparison = try compare { _ in }
    #expect(comparison.notes.isEmpty)
    #expect(
      comparison.scope.lines.map(\.what) == [.cellsAndTexts, .behaviour, .allocations, .times])
    #expect(comparison.scope.lines.map(\.manner) == [.gates, .gates, .gates, .advisory])
    #expect(comparison.scope.lines.map(\.reason) == [nil, nil, nil, .notPaired])
    #expect(!comparison.scope.isRestricted)
  }

  static let machines: [(FactDifference?, @Sendable (inout RunMetadata) -> Void)] = [
    (FactDifference("processor", "a processor", "another"), { $0.hosts[0].cpuModel = "another" }),
    (FactDifference("cores", "2", "64"), { $0.hosts[0].cores = 64 }),
    (FactDifference("kernel", "Linux 6.1", "Linux 6.6"), { $0.hosts[0].kernel = "Linux 6.6" }),
    (
      FactDifference("virtualisation", "none", "hypervisor"),
      { $0.hosts[0].virtualisation = "hypervisor" }
    ),
    (FactDifference("clock source", "tsc", "hpet"), { $0.hosts[0].clockSource = "hpet" }),
  ]

  @Test("On another machine times are marked, and exact metrics still gate", arguments: 0..<5)
  func machine(_ index: Int) throws {
    let (difference, change) = Self.machines[index]
    let comparison = try compare { change(&$0.metadata) }
    #expect(comparison.notes == [.machines(.facts([try #require(difference)]))])
    #expect(Set(comparison.failures.compactMap(\.metric)) == [.allocations, .refreshes])
    #expect(line(comparison, .times)?.reason == .otherMachines)
    #expect(line(comparison, .allocations)?.manner == .gates)
    let times = comparison.entries.filter { $0.metric == .time }
    #expect(!times.isEmpty && times.allSatisfy { $0.remarks == [.otherMachine] && !$0.fails })
    #expect(comparison.scope.isRestricted)
  }

  @Test("Every fact of machine and toolchain that differs is named")
  func all() throws {
    let comparison = try compare { fixture in
      for (_, change) in Self.machines { change(&fixture.metadata) }
      for (_, change) in ToolchainTests.changes.prefix(2) { change(&fixture.metadata) }
    }
    #expect(
      comparison.notes == [
        .toolchains(ToolchainTests.changes.prefix(2).compactMap(\.0)),
        .machines(.facts(Self.machines.compactMap(\.0))),
      ])
    #expect(comparison.failures.compactMap(\.metric) == [.refreshes])
    #expect(line(comparison, .allocations)?.reason == .toolchain)
  }

  @Test("Another instruction set is another toolchain")
  func architecture() throws {
    var baseline = RunFixture()
    baseline.metadata.hosts[0].architecture = "x86_64"
    var candidate = RunFixture(id: "r2")
    candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    candidate.metadata.hosts[0].architecture = "aarch64"
    let other = try Comparison(
      baseline: baseline.run(name: "a"), candidate: candidate.run(name: "b"))
    #expect(!other.fails)
    let difference = try #require(FactDifference("architecture", "x86_64", "aarch64"))
    #expect(other.notes.first == .toolchains([difference]))
    candidate.metadata.hosts[0].architecture = "x86_64"
    #expect(
      try Comparison(baseline: baseline.run(name: "a"), candidate: candidate.run(name: "b")).fails)
  }

  @Test("A fact that is unknown in both runs does not count as equal")
  func unknown() throws {
    var runs = [RunFixture(), RunFixture(id: "r2")]
    for place in runs.indices {
      runs[place].metadata.toolchain.swift = "unknown"
      runs[place].metadata.toolchain.cldr = nil
    }
    let comparison = try Comparison(
      baseline: runs[0].run(name: "a"), candidate: runs[1].run(name: "b"))
    #expect(comparison.notes == [.unknownToolchain(["Swift", "CLDR"])])
    #expect(line(comparison, .allocations)?.reason == .toolchain)
  }

  @Test("Another seed types other keys: only traces, texts and cells gate")
  func seed() throws {
    let trace = Cell(
      strategy: "delegate-filter", value: "int", locale: "en_US", length: 9, script: "trace-form")
    let cells = [cell, trace]
    var candidate = RunFixture(id: "r2", cells: cells)
    candidate.metadata.plan.seed = 7
    for cell in cells {
      candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
      candidate.change(cell, .total, .emissions) { $0.count = 500 }
    }
    let baseline = RunFixture(cells: cells).run(name: "a")
    let comparison = try Comparison(baseline: baseline, candidate: candidate.run(name: "b"))
    #expect(Set(comparison.failures.map(\.cell)) == [trace])
    #expect(Set(comparison.failures.map(\.finding)) == [.regressed, .workload])
    #expect(comparison.entries.filter { $0.finding == .workload }.count == 2)
    #expect(comparison.notes.first == .seeds(.max, 7))
    #expect(line(comparison, .behaviour)?.manner == .advisory)
    #expect(line(comparison, .behaviour)?.reason == .seed)

    candidate.rows.removeAll { $0.cell == cell && $0.metric == .allocations }
    for place in candidate.rows.indices where candidate.rows[place].cell == cell {
      candidate.rows[place].text = .wrong
    }
    let worse = try Comparison(baseline: baseline, candidate: candidate.run(name: "b"))
    let failing = worse.failures.filter { $0.cell == cell }.map(\.finding)
    #expect(Set(failing) == [.textBroke, .vanished])
  }

  @Test("A metric that one side did not measure is named as not compared")
  func lacking() throws {
    var whole = RunFixture()
    let counted = whole.rows.filter { $0.metric == .allocations }
    whole.rows += counted.map { row in
      var row = row
      row.metric = .instructions
      row.instrument = .valgrind
      return row
    }
    var part = RunFixture(id: "r2")
    part.rows.removeAll { $0.metric == .time }
    let forwards = try Comparison(baseline: whole.run(name: "a"), candidate: part.run(name: "b"))
    for what in [ComparisonScope.Kind.times, .instructions] {
      #expect(line(forwards, what)?.manner == .notCompared)
      #expect(line(forwards, what)?.reason == .lacking(.candidate))
    }
    #expect(forwards.scope.isRestricted)
    let backwards = try Comparison(baseline: part.run(name: "a"), candidate: whole.run(name: "b"))
    #expect(line(backwards, .times)?.reason == .lacking(.baseline))
  }

  @Test("Instructions of another C library or valgrind are advisory")
  func counters() throws {
    func run(_ libc: String, _ figure: Double) -> Run {
      var fixture = RunFixture(id: "\(libc) \(figure)")
      fixture.metadata.toolchain.libc = libc
      fixture.metadata.toolchain.valgrind = "3.19.0"
      let rows = fixture.rows.filter { $0.metric == .allocations && $0.phase == .total }
      fixture.rows += rows.map { row in
        var row = row
        row.metric = .instructions
        row.instrument = .valgrind
        row.summary = Summary(mean: figure)
        return row
      }
      return fixture.run(name: fixture.metadata.id)
    }
    func compare(_ a: Run, _ b: Run) throws -> Comparison {
      try Comparison(baseline: a, candidate: b)
    }
    let same = try compare(run("2.36", 9), run("2.36", 10))
    #expect(same.fails && line(same, .instructions)?.manner == .gates)
    let other = try compare(run("2.36", 9), run("2.39", 10))
    #expect(!other.fails && line(other, .instructions)?.reason == .system)
  }

  @Test("The p99 of batches of another size is not compared, mean and p50 are")
  func batches() throws {
    let comparison = try compare { $0.metadata.batchedKeystrokes = [cell.id: 8] }
    #expect(line(comparison, .slowest(cells: 1))?.reason == .otherBatches)
    let times = comparison.entries.filter { $0.cell == cell && $0.metric == .time }
    #expect(Set(times.map(\.figure)) == [.mean, .p50])
    // That differs from run to run, so it alone does not add a table.
    #expect(!comparison.scope.isRestricted)
    let others = comparison.entries.filter { $0.cell != cell && $0.metric == .time }
    #expect(Set(others.map(\.figure)) == [.mean, .p50, .p99])
  }

  @Test("A run merged from several machines is not compared as if it came from one of them")
  func merged() throws {
    let sources = [1.0, 2].map { factor in
      var fixture = RunFixture(id: "m\(factor)")
      fixture.metadata.start += factor
      fixture.metadata.hosts[0].cpuModel = "processor \(Int(factor))"
      for place in fixture.rows.indices where fixture.rows[place].metric == .time {
        fixture.rows[place].summary[.mean] = fixture.rows[place].summary.mean.map { $0 * factor }
      }
      return fixture.run(name: fixture.metadata.id)
    }
    let merged = try RunMerge(sources, argv: []).run(name: "merged")
    for (a, b, side) in [
      (merged, sources[0], ComparisonNote.Side.baseline), (sources[0], merged, .candidate),
    ] {
      let comparison = try Comparison(baseline: a, candidate: b)
      guard case .several(let runs) = machines(comparison) else {
        Issue.record("\(comparison.notes)")
        continue
      }
      #expect(runs.map(\.side) == [side] && runs[0].hosts.count == 2)
      #expect(line(comparison, .times)?.reason == .otherMachines)
    }
  }
}
