import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that fitting runs are joined without loss.
struct RunMergeTests {
  private func merge(_ fixtures: [RunFixture]) throws -> Run {
    try RunMerge(
      fixtures.map { $0.run(name: "runs/\($0.metadata.id)") }, argv: ["keystroke-bench", "merge"]
    ).run(name: "whole")
  }

  /// Returns the rows without the run's id and commit, in order.
  private func lines(_ rows: some Sequence<Row>) -> [String] {
    rows.map { "\($0.series) \($0.round) \($0.count) \($0.summary) \(String(describing: $0.text))" }
      .sorted()
  }

  @Test("All shards together make the whole run", arguments: [1, 2, 3, 5])
  func shards(_ count: Int) throws {
    let whole = RunFixture()
    let shards = MachineFixture.shards(count)
    let merged = try merge(shards.reversed())
    #expect(lines(merged.rows) == lines(whole.rows))
    #expect(merged.metadata.plan.shard == nil)
    #expect(merged.metadata.mergedFrom?.map(\.id) == shards.map(\.metadata.id))
    #expect(merged.metadata.mergedFrom?.map(\.plan) == shards.map(\.metadata.plan))
    #expect(merged.metadata.plan.rounds == 2)
    #expect(merged.metadata.warnings == [])
    #expect(merged.metadata.hosts == whole.metadata.hosts)
    #expect(merged.metadata.start == shards[0].metadata.start)
  }

  @Test("Rounds of the same cells are appended, exact rows appear once, in any order of runs")
  func rounds() throws {
    let a = MachineFixture.run("a", factor: 1)
    let b = MachineFixture.run("b", factor: 1.5, after: 10, rounds: 3)
    let merged = try merge([b, a])
    let cell = RunFixture.cells[0]
    let times = merged.rows.filter { $0.cell == cell && $0.phase == .total && $0.metric == .time }
    #expect(times.map(\.round) == [1, 2, 3, 4, 5])
    #expect(times.map(\.run) == ["a", "a", "b", "b", "b"])
    #expect(times.map(\.summary.min) == [900, 900, 1350, 1350, 1350])
    #expect(
      lines(merged.rows.filter { $0.metric.isExact }) == lines(a.rows.filter { $0.metric.isExact }))
    #expect(merged.metadata.plan.rounds == 5)
    #expect(try merge([a, b]).rows == merged.rows)
    #expect(try merge([a, b]).metadata == merged.metadata)
  }

  @Test("A merged run can be merged again, and its rounds are recognized")
  func again() throws {
    let a = MachineFixture.run("a", factor: 1)
    let b = MachineFixture.run("b", factor: 1.5, after: 10)
    let c = MachineFixture.run("c", factor: 2, after: 20)
    let both = try merge([a, b])
    let all = try RunMerge([both, c.run(name: "c")], argv: []).run(name: "all")
    #expect(all.metadata.mergedFrom?.map(\.id) == ["a", "b", "c"])
    #expect(all.rows == (try merge([a, b, c])).rows)
    let error = try #require(throws: Problem.self) {
      try RunMerge([both, a.run(name: "again")], argv: []).run(name: "x")
    }
    #expect(error.description.contains("is in both"), "\(error)")
  }

  @Test("othersReadyAtStart is that of the busiest part, and unknown if one part lacks it")
  func othersReady() throws {
    var a = MachineFixture.run("a", factor: 1)
    var b = MachineFixture.run("b", factor: 1.5, after: 10)
    (a.metadata.conditions.othersReadyAtStart, b.metadata.conditions.othersReadyAtStart) = (1, 3)
    #expect(try merge([a, b]).metadata.conditions.othersReadyAtStart == 3)
    b.metadata.conditions.othersReadyAtStart = nil
    #expect(try merge([a, b]).metadata.conditions.othersReadyAtStart == nil)
  }

  @Test("Machines are listed with their facts, and a warning says which times are from which")
  func machines() throws {
    let a = MachineFixture.run("a", factor: 1)
    var b = MachineFixture.run("b", factor: 1.5, after: 10)
    b.metadata.hosts[0].cpuModel = "another processor"
    b.metadata.hosts[0].kernel = "Linux 6.6"
    b.metadata.hosts[0].cores = 16
    let merged = try merge([a, b])
    #expect(merged.metadata.hosts == a.metadata.hosts + b.metadata.hosts)
    #expect(
      merged.metadata.warnings == [
        "the times are from 2 machines, those of 4 cells from more than one, round by round: "
          + "a processor, 2 cores, tsc, Linux 6.1; another processor, 16 cores, tsc, Linux 6.6"
      ])
    // Counts do not depend on a machine.
    var counts = [a, b]
    for place in counts.indices { counts[place].rows.removeAll { $0.metric == .time } }
    #expect(try merge(counts).metadata.warnings == [])
  }

  @Test("Two runs begun in the same second on two machines keep rows apart")
  func sameID() throws {
    var b = MachineFixture.run("a", factor: 2)
    b.metadata.hosts[0].cpuModel = "b"
    let merged = try merge([MachineFixture.run("a", factor: 1), b])
    #expect(merged.metadata.mergedFrom?.map(\.id) == ["a", "a-2"])
    #expect(Set(merged.rows.map(\.run)) == ["a", "a-2"])
    let ofSecond = merged.rows.filter { $0.run == "a-2" && $0.phase == .total }
    #expect(ofSecond.allSatisfy { $0.round > 2 } && !ofSecond.isEmpty)
  }

  @Test("Runs of other cells are added, and uneven rounds are reported")
  func otherCells() throws {
    let cells = RunFixture.cells
    let a = MachineFixture.run("a", factor: 1, cells: Array(cells[..<1]))
    let b = MachineFixture.run("b", factor: 1, after: 1, cells: Array(cells[1...]), rounds: 4)
    let merged = try merge([a, b])
    #expect(merged.rows.count == a.rows.count + b.rows.count)
    #expect(
      merged.metadata.warnings == [
        "cells were timed in 2 to 4 rounds, since the runs differ in that"
      ])
  }

  @Test("Shares of keystrokes over a limit do not count as rounds")
  func sharesAreNoRounds() throws {
    let cells = RunFixture.cells
    let runs = [(0..<1, "a"), (1..<4, "b")].map { range, id in
      var fixture = MachineFixture.run(id, factor: 1, cells: Array(cells[range]))
      let slow = fixture.rows.filter { $0.phase == .total && $0.metric == .time }
      if id == "a" {
        fixture.rows += slow.flatMap { row in
          Metric.shares.map { metric in
            var row = row
            row.metric = metric
            row.summary = .constant(0.25)
            return row
          }
        }
      }
      return fixture
    }
    #expect(try merge(runs).metadata.warnings == [])
  }

  /// Returns two shards with cells of `unformatted` and others; the times of the second machine are `factor` times as
  /// long.
  private func machines(_ factor: Double) throws -> [RunFixture] {
    let whole =
      RunFixture.cells
      + [3, 9].map {
        Cell(strategy: "unformatted", value: "int", locale: "en_US", length: $0, script: "type")
      }
    return try (1...2).map { index in
      let shard = try #require(Shard(index: index, count: 2))
      var fixture = MachineFixture.run(
        "s\(index)", factor: index == 2 ? factor : 1, after: Double(index),
        cells: shard.cells(of: whole))
      fixture.metadata.plan.shard = ShardRecord(shard, of: whole)
      return fixture
    }
  }

  @Test("Machines are compared by unformatted, whose rounds appear once")
  func reference() throws {
    var shards = try machines(1.5)
    let said =
      "machines by the time of unformatted, which every shard measured in 2 cells, the fastest 1: s1 1.00, s2 1.50"
    let merged = try merge(shards)
    #expect(merged.metadata.warnings == [said])
    let times = merged.rows.filter { $0.metric == .time && $0.phase == .total }
    #expect(times.count == 6 * 2)
    for row in times {
      let shard = row.run == "s1" ? 1 : 2
      #expect(Shard(index: shard, count: 2)?.contains(row.cell) == true)
    }
    #expect(try merge(machines(1.05)).metadata.warnings == [])
    shards = try machines(1.001)
    shards[1].metadata.hosts[0].cpuModel = "another"
    #expect(try merge(shards).metadata.warnings.contains { $0.hasSuffix("s1 1.00, s2 1.00") })
  }

  @Test("Exact rows of the cells that all shards have must be equal, and machines are named")
  func referenceDiffers() throws {
    var shards = try machines(1)
    shards[1].metadata.hosts[0].cpuModel = "another"
    let cell = try #require(shards[1].rows.first { $0.cell.strategy == "unformatted" }).cell
    shards[1].change(cell, .total, .bytes) { $0.summary = .constant(1) }
    let error = try #require(throws: Problem.self) { try merge(shards) }
    #expect(
      error.description.contains(
        "runs/s2: does not fit runs/s1: \(cell.id) total bytes is 1 in the mean, there 2241; "
          + "measured on another, 2 cores, tsc, Linux 6.1, there on a processor, 2 cores, tsc, Linux 6.1"
      ), "\(error)")
  }

  @Test("Warnings, wrong texts and batches of all runs are kept")
  func described() throws {
    let cell = RunFixture.cells[0].id
    let wrong = CellMismatch(cell: cell, expectedText: "1", text: "2")
    var a = MachineFixture.run("a", factor: 1)
    var b = MachineFixture.run("b", factor: 2, after: 1)
    a.metadata.wrongTexts = [wrong]
    b.metadata.wrongTexts = [wrong]
    a.metadata.batchedKeystrokes = [cell: 8]
    b.metadata.batchedKeystrokes = [cell: 4]
    a.metadata.warnings = ["of both", "of a"]
    b.metadata.warnings = ["of both"]
    let metadata = try merge([a, b]).metadata
    #expect(metadata.wrongTexts == [wrong])
    #expect(metadata.batchedKeystrokes == [cell: 8])
    #expect(
      metadata.warnings == [
        "1 cell was timed in batches of another size in another run; run.json has the largest",
        "of both", "a: of a",
      ])
  }

  @Test("A merged run is written completely, reads back unchanged, and can become a baseline")
  func saved() throws {
    let folder = try TemporaryFolder()
    let runs = [MachineFixture.run("a", factor: 1), .init(id: "b")].enumerated().map {
      place, fixture in
      place == 0 ? fixture : MachineFixture.run("b", factor: 2, after: 1)
    }
    let merge = try RunMerge(runs.map { $0.run(name: $0.metadata.id) }, argv: ["merge"])
    _ = try merge.save(to: folder.path("new/whole/"))
    let read = try RunReader.read(folder.path("new/whole"))
    let made = try merge.run(name: folder.path("new/whole"))
    #expect(read.rows == made.rows)
    var metadata = read.metadata
    metadata.files = nil
    #expect(metadata == made.metadata)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("new")) == ["whole"])
    let store = BaselineStore(resultsFolder: folder.path("results"))
    try store.save(read, as: "main")
    #expect(try store.load("main").metadata.mergedFrom?.count == 2)
    let error = try #require(throws: Problem.self) {
      _ = try merge.save(to: folder.path("new/whole"))
    }
    #expect(error.description.contains("name a folder that does not exist yet"))
  }

  @Test("Sites are joined if all runs have them, and left out with a remark if not")
  func sites() throws {
    let folder = try TemporaryFolder()
    let (first, second) = (RunFixture.cells[0], RunFixture.cells[1])
    for (id, cells) in [("a", [first]), ("b", [first, second])] {
      let sites = cells.map {
        CostSite(
          series: SeriesKey(
            suite: "keystrokes", cell: $0, phase: .total, metric: .allocations, instrument: .shim),
          stack: [StackFrame(function: "f")], count: 5)
      }
      let run = MachineFixture.run(id, factor: id == "a" ? 1 : 2, cells: cells)
      try run.write(to: folder.path(id), sites: sites)
      if id == "b" { try run.write(to: folder.path("without")) }
    }
    func merge(_ other: String, _ target: String) throws -> String? {
      let runs = try ["a", other].map { try RunReader.read(folder.path($0)) }
      return try RunMerge(runs, argv: []).save(to: folder.path(target)).remark
    }
    #expect(try merge("b", "both") == nil)
    #expect(try SiteFile.read(fromRun: folder.path("both")).map(\.cell) == [first, second])
    #expect(try merge("without", "less")?.hasPrefix("sites.csv is left out, since ") == true)
    #expect(!SiteFile.exists(inRun: folder.path("less")))
  }
}
