import Foundation
import RunFixtures
import Testing

/// Tests of runs that count instructions, as a user starts them.
@Suite("Instructions of a run", .needsLiveShim)
struct InstructionRunTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let cell = "incremental-delegate/int/en_US/3/type"
  private static let run = [
    "run", "--strategy", "incremental-delegate", "--value", "int", "--locale", "en_US", "--length",
    "3", "--script", "type", "--no-time", "--out", "a", "--instructions",
  ]

  init() throws { folder = try TemporaryFolder() }

  @Test("Valgrind's rows have a mean and no percentiles, for each phase that occurs")
  func rows() async throws {
    let outcome = try await program.run(Self.run + ["valgrind"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("instructions"))
    let run = try RunOnDisk(folder.path("a"))
    let rows = run.rows.filter { $0["instrument"] == "valgrind" }
    #expect(
      Set(rows.map { $0["phase"] })
        == ["total", "first", "filter", "parse", "format", "refresh", "rest", "setup"])
    #expect(
      Set(rows.map { $0["metric"] }) == [
        "instructions", "metadata_lookups", "locked_operations", "system_calls", "retains",
        "releases",
      ])
    #expect(rows.allSatisfy { $0["round"] == "0" && $0["unit"] == "1" })
    for row in rows {
      #expect(["min", "p50", "p90", "p99", "p999", "max"].allSatisfy { row[$0].isEmpty })
      #expect(try row.figure("mean") != nil)
    }
    let totals = rows.filter { $0["phase"] == "total" && $0["metric"] == "instructions" }
    let total = try #require(totals.first)
    #expect(try #require(try total.figure("mean")) > 100)
    #expect(run.fact("toolchain.valgrind") as? String != nil)
    #expect(run.fact("toolchain.libc") as? String != nil)
  }

  @Test("Without valgrind: 2 before anything is written, and both hints")
  func noValgrind() async throws {
    let outcome = try await program.run(
      Self.run + ["valgrind"], script: "PATH=/no/such/folder exec \"$0\" \"$@\"",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("instructions cannot be counted: valgrind is missing"))
    #expect(outcome.error.contains("apt-get install valgrind"))
    #expect(outcome.error.contains("--instructions none"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test(
    "The counter cannot be built: 2 before anything is written, with the cause and both hints"
  )
  func noCounter() async throws {
    let fake = folder.path("bin/pkg-config")
    try FileManager.default.createDirectory(
      atPath: folder.path("bin"), withIntermediateDirectories: true)
    try "#!/bin/sh\nexit 1\n".write(toFile: fake, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
    let outcome = try await program.run(
      Self.run + ["valgrind"],
      script: "PATH='\(folder.path("bin"))':\"$PATH\" exec \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("cannot be built: pkg-config knows nothing of valgrind"))
    #expect(outcome.error.contains("apt-get install valgrind"))
    #expect(outcome.error.contains("--instructions none"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test("What a run was not asked to measure fails a comparison that does not leave it out")
  func leftOut() async throws {
    let whole = try await program.run(Self.run + ["valgrind"], in: folder.path)
    #expect(whole.status == 0, "\(whole.error)")
    let bare = try await program.run(
      Self.run.map { $0 == "a" ? "b" : $0 } + ["none"], in: folder.path)
    #expect(bare.status == 0, "\(bare.error)")
    let compared = try await program.run(["compare", "a", "b"], in: folder.path)
    #expect(compared.status == 1, "\(compared.output)")
    #expect(
      compared.output.contains(
        "instructions, locked_operations, metadata_lookups, releases, retains, system_calls cannot be compared, since the candidate was measured without valgrind"
      ))
    let counted = try await program.run(
      ["compare", "a", "b", "--metric", "allocations,bytes"], in: folder.path)
    #expect(counted.status == 0, "\(counted.output)")
  }

  @Test(
    "A profile of either kind shows phases and functions",
    arguments: ["allocations", "instructions"])
  func profile(kind: String) async throws {
    let outcome = try await program.run([
      "profile", "onchange-reformat/int/fr_FR/3/type", "--kind", kind, "--top", "500",
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("\(kind) per keystroke"))
    for word in ["filter", "parse", "format", "OnChangeReformat"] {
      #expect(outcome.output.contains(word), "\(word)")
    }
    #expect(!outcome.output.contains("SiteMeasurement"))
  }
}
