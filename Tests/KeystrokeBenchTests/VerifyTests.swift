import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench verify`, as a user runs it.
struct VerifyTests {
  private let program = BuiltProgram.keystrokeBench

  private func verify(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["verify"] + arguments)
  }

  @Test("All right: 0, the total first, and one line per strategy")
  func right() async throws {
    let outcome = try await verify(
      "--strategy", "unformatted,format-on-commit", "--value", "int",
      "--locale", "fr_FR,hi_IN@numbers=deva")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error == "")
    #expect(outcome.output.contains(#/^PASS: [0-9]+ ok, 0 wrong\n/#))
    #expect(outcome.output.contains("format-on-commit") && outcome.output.contains("unformatted"))
  }

  @Test("What texts do not tell has a column of its own")
  func ambiguous() async throws {
    let outcome = try await verify(
      "--strategy", "incremental-*", "--locale", "en_US", "--value", "double", "--length", "9",
      "--script", "edit-anywhere")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("ambiguous keystrokes"))
    let summary = try #require(outcome.output.split(separator: "\n").first)
    #expect(
      summary.wholeMatch(
        of: /PASS: [0-9]+ ok, 0 wrong; [1-9][0-9]* keystrokes ambiguous, of [0-9]+/)
        != nil, "\(summary)")
  }

  @Test("A wrong cell: 1, and a line with the cell, the expected and the actual text")
  func wrong() async throws {
    let outcome = try await verify(
      "--strategy", "onchange-reformat", "--locale", "fa_IR,en_US", "--script", "type")
    #expect(outcome.status == 1)
    #expect(outcome.error == "")
    let lines = outcome.output.split(separator: "\n")
    let wrong = try #require(lines.first { $0.contains("/fa_IR/") })
    #expect(wrong.hasPrefix("onchange-reformat/int/fa_IR/9/type: expected "))
    #expect(wrong.contains("got ") && wrong.contains("value "))
    #expect(lines.first?.wholeMatch(of: /FAIL: [0-9]+ ok, [1-9][0-9]* wrong/) != nil)
  }

  /// Checks that verify reports the same texts that a run writes into its rows.
  @Test("Verify and run agree on each cell of the default suite that they measure")
  func agreesWithRun() async throws {
    let folder = try TemporaryFolder()
    let filter = ["--locale", "en_US,ar_EG,sv_SE", "--length", "9"]
    let run = try await program.run(
      ["run", "--no-time", "--no-allocations", "--out", "a"] + filter, in: folder.path)
    try #require(run.status == 0, "\(run.error)")
    let rows = try RunOnDisk(folder.path("a")).rows
    let parts = ["strategy", "value", "locale", "length", "script"]
    let cells = Dictionary(grouping: rows) { row in
      parts.map { row[$0] }.joined(separator: "/")
    }
    let expected = Set(cells.filter { $0.value[0]["text"] == "wrong" }.keys)
    let outcome = try await program.run(["verify", "--format", "csv"] + filter)
    let lines = outcome.output.split(separator: "\n").dropFirst()
    let found = lines.map { $0.split(separator: ",")[1...5].joined(separator: "/") }
    #expect(!expected.isEmpty && Set(found) == expected)
    let summary = "\(cells.count - expected.count) ok, \(expected.count) wrong; "
    #expect(outcome.error.hasPrefix(summary), "\(outcome.error)")
  }

  @Test("Every locale that Foundation lists, on one worker per processor")
  func allLocales() async throws {
    let outcome = try await verify(
      "--strategy", "unformatted", "--locale", "all", "--script", "paste", "--format", "json")
    #expect(outcome.status == 0, "\(outcome.error)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    #expect(json["ok"] as? Int == Locale.availableIdentifiers.count)
    #expect(json["wrong"] as? Int == 0)
  }

  @Test(
    "Nothing to check: 2, one line, and the hint",
    arguments: [
      (["--strategy", "none"], "no cell of Keystroke matches the filters: --strategy none"),
      (["--strategy", "unformated"], "did you mean unformatted?"),
      (["--locale", "en_US,xx_YY"], "xx_YY is not a locale that ICU knows"),
      (["--suite", "HarnessNoise"], "suite HarnessNoise cannot be verified"),
    ])
  func nothing(_ arguments: [String], _ words: String) async throws {
    let outcome = try await program.run(["verify"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test("A locale with keywords works in a run, its CSV and its table", .needsLiveShim)
  func keywords() async throws {
    let folder = try TemporaryFolder()
    let cell = ["--strategy", "format-on-commit", "--locale", "ar_EG@numbers=latn"]
    let run = try await program.run(
      ["run", "--rounds", "1", "--cell-time", "1ms", "--out", "a"] + cell, in: folder.path)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("ar_EG@numbers=latn"))
    #expect(
      try RunOnDisk(folder.path("a")).rows.allSatisfy { $0["locale"] == "ar_EG@numbers=latn" })
    let same = try await program.run(["compare", "./a", "./a"], in: folder.path)
    #expect(same.status == 0, "\(same.error)")
    #expect(same.output.contains("in 1 common cell"))
  }
}
