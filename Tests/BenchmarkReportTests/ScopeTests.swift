import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Runs of other machines and seeds: what is comparable is compared, and what is not is said.
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

  private func scope(_ comparison: Comparison) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: comparison.scope.lines.map {
        ($0.what.words, $0.manner.rawValue + ($0.reason.map { ": \($0.words)" } ?? ""))
      })
  }

  @Test("On one machine with one toolchain there is nothing to say")
  func same() throws {
    let comparison = try compare { _ in }
    #expect(comparison.notes.isEmpty)
    #expect(
      scope(comparison) == [
        "cells, texts": "gates", "refreshes, emissions": "gates", "allocations, bytes": "gates",
        "times": "advisory: not paired",
      ])
    #expect(try !comparison.rendered(as: .text).contains("What is compared"))
    #expect(try comparison.rendered(as: .json).contains("\"compared\""))
  }

  static let machines: [(String, @Sendable (inout RunMetadata) -> Void)] = [
    ("processor a processor against another", { $0.cpuModel = "another" }),
    ("cores 2 against 64", { $0.cores = 64 }),
    ("kernel Linux 6.1 against Linux 6.6", { $0.kernel = "Linux 6.6" }),
    ("virtualisation none against hypervisor", { $0.virtualisation = "hypervisor" }),
    ("clock source tsc against hpet", { $0.clockSource = "hpet" }),
  ]

  @Test("Another machine marks times, and exact metrics gate all the same", arguments: 0..<5)
  func machine(_ index: Int) throws {
    let (words, change) = Self.machines[index]
    let comparison = try compare { change(&$0.metadata) }
    #expect(comparison.noteSentences == ["the machines differ (\(words)), so times say little."])
    #expect(Set(comparison.failures.compactMap(\.metric)) == [.allocations, .refreshes])
    #expect(scope(comparison)["times"] == "advisory: of other machines")
    #expect(scope(comparison)["allocations, bytes"] == "gates")
    let times = comparison.entries.filter { $0.metric == .time }
    #expect(!times.isEmpty && times.allSatisfy { $0.note == "another machine" && !$0.fails })
    let text = try comparison.rendered(as: .text)
    #expect(text.contains("Times (advisory, and of other machines: they say little)"))
    #expect(text.contains("What is compared\n"))
  }

  @Test("Every fact that differs is named, of machine and toolchain")
  func all() throws {
    let comparison = try compare { fixture in
      for (_, change) in Self.machines { change(&fixture.metadata) }
      for (_, change) in ToolchainTests.changes.prefix(2) { change(&fixture.metadata) }
    }
    let notes = comparison.noteSentences.joined(separator: "\n")
    for (words, _) in Self.machines + ToolchainTests.changes.prefix(2) {
      #expect(notes.contains(words), "\(words)")
    }
    #expect(comparison.failures.compactMap(\.metric) == [.refreshes])
    #expect(scope(comparison)["allocations, bytes"] == "advisory: another toolchain")
  }

  @Test("Another instruction set is another toolchain; one that an old run does not name is not")
  func architecture() throws {
    var baseline = RunFixture()
    baseline.metadata.architecture = "x86_64"
    var candidate = RunFixture(id: "r2")
    candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    candidate.metadata.architecture = "aarch64"
    let other = try Comparison(
      baseline: baseline.run(name: "a"), candidate: candidate.run(name: "b"))
    #expect(!other.fails)
    #expect(other.noteSentences[0].contains("architecture x86_64 against aarch64"))
    candidate.metadata.architecture = nil
    #expect(
      try Comparison(baseline: baseline.run(name: "a"), candidate: candidate.run(name: "b")).fails)
  }

  @Test("What is known of neither run is no proof that it is the same")
  func unknown() throws {
    var runs = [RunFixture(), RunFixture(id: "r2")]
    for place in runs.indices {
      runs[place].metadata.swiftVersion = "unknown"
      runs[place].metadata.cldrVersion = nil
    }
    let comparison = try Comparison(
      baseline: runs[0].run(name: "a"), candidate: runs[1].run(name: "b"))
    #expect(
      comparison.noteSentences == [
        "Swift, CLDR of both runs are unknown, so nothing shows that the toolchains are the same."
      ])
  }

  @Test("Another seed types other keys: only traces, texts and cells gate")
  func seed() throws {
    let trace = Cell(
      strategy: "delegate-filter", value: "int", locale: "en_US", length: 9, script: "trace-form")
    let cells = [cell, trace]
    var candidate = RunFixture(id: "r2", cells: cells)
    candidate.metadata.seed = 7
    for cell in cells {
      candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
      candidate.change(cell, .total, .emissions) { $0.count = 500 }
    }
    let baseline = RunFixture(cells: cells).run(name: "a")
    let comparison = try Comparison(baseline: baseline, candidate: candidate.run(name: "b"))
    #expect(Set(comparison.failures.map(\.cell)) == [trace])
    #expect(Set(comparison.failures.map(\.finding)) == [.regressed, .workload])
    #expect(comparison.entries.filter { $0.finding == .workload }.count == 2)
    #expect(comparison.noteSentences[0].contains("since the seeds differ"))
    #expect(scope(comparison)["refreshes, emissions"] == "advisory: another seed; traces gate")

    candidate.rows.removeAll { $0.cell == cell && $0.metric == .allocations }
    for place in candidate.rows.indices where candidate.rows[place].cell == cell {
      candidate.rows[place].text = .wrong
    }
    let worse = try Comparison(baseline: baseline, candidate: candidate.run(name: "b"))
    let failing = worse.failures.filter { $0.cell == cell }.map(\.finding)
    #expect(Set(failing) == [.textBroke, .vanished])
  }

  @Test("What one run has not measured is named as not compared, on either side")
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
    #expect(scope(forwards)["times"] == "not_compared: the candidate has none")
    #expect(
      scope(forwards)["instructions, retains, releases"] == "not_compared: the candidate has none")
    #expect(scope(forwards)["instructions of the processor"] == nil)
    let text = try forwards.rendered(as: .markdown)
    #expect(text.contains("### What is compared"))
    let backwards = try Comparison(baseline: part.run(name: "a"), candidate: whole.run(name: "b"))
    #expect(scope(backwards)["times"] == "not_compared: the baseline has none")
  }

  @Test("Instructions of another C library or valgrind are advisory, the processor's own always")
  func counters() throws {
    func run(_ libc: String, _ instrument: Instrument, _ figure: Double) -> Run {
      var fixture = RunFixture(id: "\(libc) \(figure)")
      fixture.metadata.libcVersion = libc
      fixture.metadata.valgrindVersion = "3.19.0"
      let rows = fixture.rows.filter { $0.metric == .allocations && $0.phase == .total }
      fixture.rows += rows.map { row in
        var row = row
        row.metric = .instructions
        row.instrument = instrument
        row.summary = Summary(mean: figure)
        return row
      }
      return fixture.run(name: fixture.metadata.id)
    }
    func compare(_ a: Run, _ b: Run) throws -> Comparison {
      try Comparison(baseline: a, candidate: b)
    }
    let what = "instructions, retains, releases"
    let same = try compare(run("2.36", .valgrind, 9), run("2.36", .valgrind, 10))
    #expect(same.fails && scope(same)[what] == "gates")
    let other = try compare(run("2.36", .valgrind, 9), run("2.39", .valgrind, 10))
    #expect(!other.fails && scope(other)[what] == "advisory: counted on another system")
    let processor = try compare(run("2.36", .perf, 9), run("2.36", .perf, 10))
    #expect(
      !processor.fails
        && scope(processor)["instructions of the processor"] == "advisory: differ from run to run")
  }

  @Test("The p99 of batches of another size is not compared, mean and p50 are")
  func batches() throws {
    let comparison = try compare { $0.metadata.batchedKeystrokes = [cell.id: 8] }
    #expect(
      scope(comparison)["p99 of 1 cell"] == "not_compared: timed in batches of another size")
    let times = comparison.entries.filter { $0.cell == cell && $0.metric == .time }
    #expect(Set(times.map(\.figure)) == [.mean, .p50])
    // That happens from run to run, so it alone brings no table.
    #expect(try !comparison.rendered(as: .text).contains("What is compared"))
    let others = comparison.entries.filter { $0.cell != cell && $0.metric == .time }
    #expect(Set(others.map(\.figure)) == [.mean, .p50, .p99])
  }

  @Test("A run that was merged from several machines is compared with neither as if it were one")
  func merged() throws {
    let sources = [1.0, 2].map { factor in
      var fixture = RunFixture(id: "m\(factor)")
      fixture.metadata.start += factor
      fixture.metadata.cpuModel = "processor \(Int(factor))"
      for place in fixture.rows.indices where fixture.rows[place].metric == .time {
        fixture.rows[place].summary[.mean] = fixture.rows[place].summary.mean.map { $0 * factor }
      }
      return fixture.run(name: fixture.metadata.id)
    }
    let merged = try RunMerge(sources, argv: []).run(name: "merged")
    for (a, b, side) in [
      (merged, sources[0], "baseline"), (sources[0], merged, "candidate"),
    ] {
      let comparison = try Comparison(baseline: a, candidate: b)
      #expect(
        comparison.noteSentences[0].hasPrefix(
          "the machines differ (the \(side) was measured on 2: "))
      #expect(scope(comparison)["times"] == "advisory: of other machines")
    }
  }
}
