import Foundation
import RunFixtures
import Testing

/// Tests of the publisher strategy, measured by the program: the run loop's work must be the same in every process.
@Suite(.needsLiveShim)
struct PublisherRunTests {
  @Test("Two processes count the same, and a text without grouping is marked")
  func counts() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run(
      [
        "run", "--strategy", "publisher-transform", "--locale", "en_US", "--length", "3,9",
        "--script", "type,mistype", "--no-time", "--out", "a",
      ], in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    let run = try RunOnDisk(folder.path("a"))
    #expect(run.rows.allSatisfy { $0["round"] == "0" }, "a count differs between two processes")
    for row in run.rows { #expect(row["text"] == (row["length"] == "3" ? "ok" : "wrong")) }

    let short = "publisher-transform/int/en_US/3/type"
    let parse = try #require(
      run.rows.first {
        $0.cell == short && $0["phase"] == "parse" && $0["metric"] == "allocations"
      })
    #expect(try #require(try parse.figure("mean")) > 0, "the run loop has delivered")
    let refreshes = try #require(
      run.rows.first { $0.cell == short && $0["metric"] == "refreshes" })
    // Two of three digits, each of which evaluates its field, then the parent and both fields; and Return.
    #expect(try refreshes.figure("max") == 4)
    #expect(try refreshes.figure("min") == 0)
    #expect(try #require(try refreshes.figure("mean")) > 2.6)
  }
}
