import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `run --shard` and `merge`, as a user runs them: all shards together equal the whole run.
@Suite(.needsLiveShim)
struct ShardRunTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let cells = [
    "--strategy", "delegate-filter,incremental-delegate,unformatted", "--value", "int",
    "--locale", "en_US,ar_EG", "--length", "3", "--script", "type",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func measure(_ out: String, _ arguments: String...) async throws -> RunOnDisk {
    let outcome = try await program.run(
      ["run"] + Self.cells + ["--cell-time", "1ms", "--rounds", "2", "--out", out] + arguments,
      in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    return try RunOnDisk(folder.path(out))
  }

  @Test("The exact rows of all shards equal those of the whole, and the joined run is a normal run")
  func whole() async throws {
    let whole = try await measure("whole", "--instructions", "valgrind")
    var own: [String] = []
    for index in 1...2 {
      let shard = try await measure(
        "s\(index)", "--shard", "\(index)/2", "--instructions", "valgrind")
      let part = try #require(Shard(index: index, count: 2))
      own += shard.cells.filter { Cell(id: $0).map(part.contains) == true }
      // Every machine measures all cells of `unformatted`, so that the machines can be compared.
      #expect(shard.cells.isSuperset(of: whole.cells.filter { $0.hasPrefix("unformatted/") }))
      let listed = try await program.run(
        ["list"] + Self.cells + ["--shard", "\(index)/2"], in: folder.path)
      #expect(Set(listed.output.split(separator: "\n").map(String.init)) == shard.cells)
      let record = try #require(shard.fact("plan.shard") as? [String: Any])
      #expect(record["index"] as? Int == index && record["cells"] as? Int == whole.cells.count)
    }
    #expect(own.count == whole.cells.count && Set(own) == whole.cells)
    let merged = try await program.run(["merge", "s2", "s1", "--into", "all"], in: folder.path)
    try #require(merged.status == 0, "\(merged.error)")
    #expect(merged.output.hasPrefix("merged 2 runs into all: \(whole.cells.count) cells, "))
    let all = try RunOnDisk(folder.path("all"))
    #expect(all.status == "finished")
    #expect(all.exact == whole.exact)
    #expect(all.exact.keys.contains { $0.metric == "instructions" })
    #expect(Set(all.rows.map(\.key)) == Set(whole.rows.map(\.key)))
    #expect(all.fact("plan.shard") == nil)

    let compared = try await program.run(["compare", "whole", "all"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)")
    #expect(!compared.output.contains("Vanished"))
    let saved = try await program.run(["baseline", "save", "all", "main"], in: folder.path)
    #expect(saved.status == 0, "\(saved.error)")
    let stored = try await program.run(["compare", "main", "whole"], in: folder.path)
    #expect(stored.status == 0, "\(stored.output)")
  }

  @Test("A shard is compared with its part of the baseline, and cannot become a baseline")
  func alone() async throws {
    _ = try await measure("whole", "--no-time")
    let shard = try await measure("s1", "--no-time", "--shard", "1/2")
    let compared = try await program.run(["compare", "whole", "s1"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("note: the candidate is shard 1/2"))
    let part = try #require(Shard(index: 1, count: 2))
    let own = shard.cells.count { Cell(id: $0).map(part.contains) == true }
    #expect(compared.output.contains("in \(own) common cell"))
    let saved = try await program.run(["baseline", "save", "s1", "main"], in: folder.path)
    #expect(saved.status == 2)
    #expect(saved.error.contains("the run is shard 1/2") && saved.error.contains("merge"))
    let merged = try await program.run(["merge", "s1", "whole", "--into", "x"], in: folder.path)
    #expect(merged.status == 2 && merged.output == "")
    #expect(merged.error.contains("does not fit"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("x")))
  }

  @Test("A shard without cells is a run that merge accepts")
  func empty() async throws {
    let arguments = [
      "--strategy", "delegate-filter", "--value", "int", "--locale", "en_US", "--length", "9",
      "--script", "type", "--no-time",
    ]
    var empty = 0
    for index in 1...2 {
      let outcome = try await program.run(
        ["run"] + arguments + ["--shard", "\(index)/2", "--out", "s\(index)"], in: folder.path)
      try #require(outcome.status == 0, "\(outcome.error)")
      if outcome.error.contains("note: none of the 1 cells is of shard \(index)/2") { empty += 1 }
    }
    #expect(empty == 1)
    let merged = try await program.run(["merge", "s1", "s2", "--into", "all"], in: folder.path)
    #expect(merged.status == 0, "\(merged.error)")
    #expect(try RunOnDisk(folder.path("all")).cells.count == 1)
  }
}
