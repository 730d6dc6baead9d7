import Foundation
import RunFixtures
import Testing

/// Tests of the cost of making a field, as a user of `run` and `compare` sees it.
@Suite("The making of a field", .needsLiveShim)
struct SetUpTests {
  private let program = BuiltProgram.keystrokeBench

  @Test("Cells of the script type have rows of the phase setup, which compare with none before")
  func rows() async throws {
    let folder = try TemporaryFolder()
    let run = try await program.run(
      [
        "run", "--rounds", "2", "--cell-time", "1ms", "--instructions", "valgrind", "--out", "new",
        "--strategy", "incremental-delegate,delegate-filter", "--value", "int", "--locale", "en_US",
        "--length", "9", "--script", "type,paste",
      ], in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let rows = try RunOnDisk(folder.path("new")).rows
    let made = rows.filter { $0["phase"] == "setup" }
    #expect(Set(made.map { $0["script"] }) == ["type"])
    for strategy in ["incremental-delegate", "delegate-filter"] {
      let own = made.filter { $0["strategy"] == strategy }
      #expect(
        Set(own.map { "\($0["metric"]) \($0["instrument"])" }).isSuperset(
          of: ["time clock", "allocations shim", "bytes shim", "instructions valgrind"]))
      // Times are of each round; what is counted repeats, so it has one row.
      #expect(own.filter { $0["metric"] == "time" }.map { $0["round"] } == ["1", "2"])
      #expect(own.count { $0["metric"] == "allocations" } == 1)
      for row in own where row["metric"] != "time" { #expect(row["count"] == "4") }
      let instructions = try own.first { $0["metric"] == "instructions" }?.figure("mean") ?? 0
      #expect(instructions > 100)
    }
    // A run of an earlier version has no such rows.
    let copy = try await program.run(["baseline", "save", "./new", "main"], in: folder.path)
    try #require(copy.status == 0, "\(copy.error)")
    try FileManager.default.copyItem(atPath: folder.path("new"), toPath: folder.path("old"))
    try folder.editRows(ofRun: "old") { $0.removeAll { $0.contains(",setup,") } }
    let later = try await program.run(["compare", "./old", "./new"], in: folder.path)
    #expect(later.status == 0, "\(later.output)\(later.error)")
    #expect(later.output.contains("the baseline did not measure the making of fields (setup)"))
    let lost = try await program.run(["compare", "./new", "./old"], in: folder.path)
    #expect(lost.status == 1, "\(lost.output)")
    let same = try await program.run(["compare", "./new", "./new"], in: folder.path)
    #expect(same.status == 0 && !same.output.contains("setup"), "\(same.output)")
  }
}
