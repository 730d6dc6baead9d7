import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench check`, as CI runs it.
@Suite(.needsLiveShim)
struct CheckTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let options = [
    "--value", "int", "--locale", "en_US,fr_FR", "--script", "type", "--cell-time", "1ms",
    "--rounds", "1",
  ]

  init() throws { folder = try TemporaryFolder() }

  private func check(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await check(arguments)
  }

  private func check(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
    try await program.run(
      ["check", "--strategy", "delegate-*"] + Self.options + arguments, in: folder.path)
  }

  /// Saves a small run as the baseline `main`.
  private func saveBaseline() async throws {
    let run = try await program.run(
      ["run", "--strategy", "delegate-*", "--length", "3,9", "--out", "a"] + Self.options,
      in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let saved = try await program.run(["baseline", "save", "a", "main"], in: folder.path)
    try #require(saved.status == 0, "\(saved.error)")
  }

  @Test("The same build against its own baseline: 0, with the verdict first, and the ranking")
  func pass() async throws {
    try await saveBaseline()
    let outcome = try await check("--length", "3,9", "--out", "b")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("\ndelegate-filter "))
    #expect(outcome.output.hasPrefix("PASS: nothing that gates got worse; run: b\n"))
    #expect(outcome.error.hasSuffix("run: b\n"))
    #expect(try RunOnDisk(folder.path("b")).status == "finished")
  }

  @Test("Filters apply to both sides: a cell outside the filter has not vanished")
  func filters() async throws {
    try await saveBaseline()
    let outcome = try await check("--length", "3", "--locale", "fr_FR")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("in 1 common cell"))
    #expect(!outcome.output.contains("vanished") && !outcome.output.contains("/en_US/"))
  }

  @Test("What the user leaves out is not compared, unless all must be decided")
  func leftOut() async throws {
    try await saveBaseline()
    let less = ["--length", "3", "--locale", "fr_FR", "--no-allocations"]
    let outcome = try await check(less + ["--out", "b"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.hasPrefix("PASS"), "\(outcome.output)")
    // A verdict never speaks for what was not looked at.
    #expect(
      outcome.output.contains("were left out, so nothing is said of them"), "\(outcome.output)")
    #expect(try await check(less + ["--require-decision"]).status == 1)
  }

  @Test("More allocations than in the baseline: 1, naming the cell")
  func fail() async throws {
    try await saveBaseline()
    try folder.editRows(ofRun: "results/baselines/main") { lines in
      let words = "delegate-filter,int,fr_FR,9,type,total,allocations,"
      guard let place = lines.firstIndex(where: { $0.contains(words) }) else {
        Issue.record("no line with \(words)")
        return
      }
      var fields = lines[place].split(separator: ",", omittingEmptySubsequences: false)
      // The columns min to mean, as if the keystroke had cost one allocation.
      for column in 14...20 { fields[column] = "1" }
      lines[place] = fields.joined(separator: ",")
    }
    let outcome = try await check("--length", "9", "--locale", "fr_FR")
    #expect(outcome.status == 1)
    let cell = "delegate-filter/int/fr_FR/9/type"
    #expect(outcome.output.hasPrefix("FAIL: \(cell) total allocations, 1 regressed; run: "))
  }

  @Test("No such baseline: 2 before anything is measured, with the command to save one")
  func missing() async throws {
    let outcome = try await check("--baseline", "mian", "--out", "b")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("results/baselines/mian: there is no such baseline"))
    #expect(outcome.error.contains("keystroke-bench baseline save"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }
}
