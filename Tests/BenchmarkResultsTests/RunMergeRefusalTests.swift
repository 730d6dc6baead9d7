import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that runs that do not fit together are refused, with both names and the difference.
struct RunMergeRefusalTests {
  private func refusal(_ runs: [RunFixture]) throws -> String {
    try #require(throws: Problem.self) {
      let runs = runs.map { $0.run(name: "runs/\($0.metadata.id)") }
      return try RunMerge(runs, argv: []).run(name: "whole")
    }.description
  }

  private static let facts: [(String, @Sendable (inout RunMetadata) -> Void)] = [
    (
      "the commit is ffff, there 0123456789abcdef0123456789abcdef01234567",
      {
        $0.source.commit = "ffff"
      }
    ),
    ("seed is 1, there 18446744073709551615", { $0.plan.seed = 1 }),
    ("Swift is 6.4, there 6.3.1", { $0.toolchain.swift = "6.4" }),
    ("configuration is debug, there release", { $0.toolchain.configuration = .debug }),
    ("ICU is unknown, there 74.0", { $0.toolchain.icu = nil }),
    ("CLDR is 45, there 44", { $0.toolchain.cldr = "45" }),
    (
      "allocator is jemalloc 5.2.1, there jemalloc 5.3.0",
      { $0.toolchain.allocator.version = "5.2.1" }
    ),
  ]

  @Test("Another build is refused, and both are named", arguments: 0..<7)
  func facts(_ index: Int) throws {
    let (words, change) = Self.facts[index]
    var b = MachineFixture.run("b", factor: 2, after: 1)
    change(&b.metadata)
    #expect(
      try refusal([MachineFixture.run("a", factor: 1), b])
        == "runs/b: does not fit runs/a: \(words)"
    )
  }

  @Test("The C library matters only if both runs counted instructions")
  func simulator() throws {
    var runs = [MachineFixture.run("a", factor: 1), MachineFixture.run("b", factor: 2, after: 1)]
    runs[0].metadata.toolchain.libc = "2.36"
    runs[1].metadata.toolchain.libc = "2.39"
    let joined = try RunMerge(runs.map { $0.run(name: $0.metadata.id) }, argv: []).run(name: "x")
    #expect(joined.metadata.toolchain.libc == nil)
    for place in runs.indices {
      let counted = runs[place].rows.filter { $0.metric == .allocations && $0.phase == .total }
      runs[place].rows += counted.map { row in
        var row = row
        row.metric = .instructions
        row.instrument = .valgrind
        return row
      }
    }
    #expect(
      try refusal(runs) == "runs/b: does not fit runs/a: C library is 2.39, there 2.36")
  }

  @Test("An incomplete run, a run of uncommitted code, and a run that was not measured itself")
  func alone() throws {
    let a = MachineFixture.run("a", factor: 1)
    for (change, words) in [
      ({ $0.status = .interrupted }, "the run is interrupted; expected a finished one; measure it"),
      ({ $0.source.dirty = true }, "changes that are not committed"),
      (
        { $0.paired = PairedRecord(role: .baseline, partner: "p", budget: 1, seed: 1) },
        "one side of a paired comparison"
      ),
      ({ $0.savedFrom = "r" }, "a stored baseline, whose rounds are folded"),
    ] as [((inout RunMetadata) -> Void, String)] {
      var b = MachineFixture.run("b", factor: 2, after: 1)
      change(&b.metadata)
      let text = try refusal([a, b])
      #expect(text.hasPrefix("runs/b: ") && text.contains(words), "\(text)")
    }
  }

  @Test("The same run twice, and the same rounds under another name")
  func twice() throws {
    let a = MachineFixture.run("a", factor: 1)
    #expect(try refusal([a, a]).contains("does not fit runs/a: they are the same run"))
    var copy = MachineFixture.run("b", factor: 1, after: 5)
    copy.metadata.hosts[0].cpuModel = "another"
    let text = try refusal([a, copy])
    #expect(
      text.contains(/runs\/b: does not fit runs\/a: round [12] of \S+ is in both/), "\(text)")
  }

  @Test("Exact rows that differ, in any figure")
  func exact() throws {
    let cell = RunFixture.cells[0]
    let changes: [(String, @Sendable (inout Row) -> Void)] = [
      ("6 in the mean, there 5", { $0.summary = .constant(6) }),
      ("5.5 in the max, there 5", { $0.summary[.max] = 5.5 }),
      ("missing in the p99, there 5", { $0.summary[.p99] = nil }),
      ("of 41 keystrokes, there of 400", { $0.count = 41 }),
      ("of a wrong text, there of a right text", { $0.text = .wrong }),
    ]
    for (words, change) in changes {
      var b = MachineFixture.run("b", factor: 2, after: 1)
      b.change(cell, .total, .allocations, change)
      #expect(
        try refusal([MachineFixture.run("a", factor: 1), b])
          == "runs/b: does not fit runs/a: \(cell.id) total allocations is \(words); "
          + "both on a processor, 2 cores, tsc, Linux 6.1")
    }
  }

  @Test("A different wrong text of the same cell")
  func texts() throws {
    var runs = [MachineFixture.run("a", factor: 1), MachineFixture.run("b", factor: 2, after: 1)]
    for (place, text) in ["2", "3"].enumerated() {
      runs[place].metadata.wrongTexts = [
        CellMismatch(cell: RunFixture.cells[0].id, expectedText: "1", text: text)
      ]
    }
    #expect(try refusal(runs).hasSuffix("is \"3\", there \"2\""))
  }

  @Test("Shards: one missing, of other cells, of another number, together with a whole run")
  func shards() throws {
    let shards = MachineFixture.shards(3)
    #expect(
      try refusal([shards[0], shards[2]])
        == "runs/s1 and runs/s3: of 3 shards 2 is missing; measure it with: keystroke-bench run --shard 2/3"
    )
    var other = shards
    other[1].metadata.plan.shard?.digest = "0"
    #expect(
      try refusal(other).contains("runs/s2: does not fit runs/s1: they are shards of different"))
    var number = shards
    number[2].metadata.plan.shard = Shard(index: 1, count: 2).map {
      .init($0, of: RunFixture.cells)
    }
    #expect(try refusal(number) == "runs/s3: does not fit runs/s1: it is shard 1/2, there 1/3")
    #expect(
      try refusal(shards + [MachineFixture.run("whole", factor: 2)])
        == "runs/whole: does not fit runs/s1: it is not a shard, there 1/3; merge the shards first")
    var lost = shards
    let full = try #require(lost.firstIndex { !$0.rows.isEmpty })
    let gone = lost[full].rows[0].cell
    lost[full].rows.removeAll { $0.cell == gone }
    #expect(try refusal(lost).contains("the shards contain 3 cells together"))
  }

  @Test("A cell that lacks an instrument that other cells have")
  func instruments() throws {
    let cells = RunFixture.cells
    let a = MachineFixture.run("a", factor: 1, cells: Array(cells[..<2]))
    var b = MachineFixture.run("b", factor: 1, after: 1, cells: Array(cells[2...]))
    b.rows.removeAll { $0.metric == .time }
    let text = try refusal([a, b])
    #expect(
      text
        == "runs/b: does not fit runs/a: \(cells[2].id) was measured without clock, cells there with it; measure all with the same options"
    )
    // One run may contribute what the other lacks, as long as every cell has it in the end.
    var counts = MachineFixture.run("c", factor: 1)
    counts.rows.removeAll { $0.metric == .time }
    var times = MachineFixture.run("t", factor: 1, after: 1)
    times.rows.removeAll { $0.metric != .time }
    times.metadata.toolchain.allocator.name = "system"
    times.metadata.toolchain.allocator.version = nil
    let joined = try RunMerge([counts, times].map { $0.run(name: $0.metadata.id) }, argv: [])
      .run(name: "x")
    #expect(joined.rows.count == RunFixture().rows.count)
    #expect(joined.metadata.toolchain.allocator.name == "jemalloc")
  }
}
