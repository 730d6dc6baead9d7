import Foundation
import RunFixtures
import Testing

/// Tests of wrong cells that a file of thresholds accepts, as a user of `verify`, `run`, `check` and `report` sees them.
@Suite("Accepted cells, as a user sees them")
struct AcceptedTests {
  private let program = BuiltProgram.keystrokeBench
  private static let cell = "onchange-reformat/int/fa_IR/9/type"
  private static let filter = [
    "--strategy", "onchange-reformat,unformatted", "--locale", "fa_IR", "--length", "9", "--script",
    "type", "--value", "int",
  ]

  private static func entry(
    _ cells: String = cell, what: String = "[\"text\", \"value\"]", keystrokes: Int = 40
  ) -> String {
    """
    schema = 2

    [[accepted]]
    cells = "\(cells)"
    what = \(what)
    keystrokes = \(keystrokes)
    reason = "digits as published"
    issue = "#12"

    """
  }

  private func verify(_ thresholds: String, _ more: String..., filter: [String] = filter)
    async throws -> BuiltProgram.Outcome
  {
    let folder = try TemporaryFolder()
    try folder.write(thresholds, to: "t.toml")
    return try await program.run(
      ["verify", "--thresholds", "t.toml"] + filter + more, in: folder.path)
  }

  @Test("What --accept prints makes verify pass, once a reason is given")
  func proposal() async throws {
    let bare = try await verify("", "--accept")
    #expect(bare.status == 1 && bare.output.contains("\n1 ok, 1 wrong\n"), "\(bare.output)")
    let start = try #require(bare.output.range(of: "# The wrong cells"))
    let printed = String(bare.output[start.lowerBound...])
    let unread = try await verify(printed)
    #expect(unread.status == 2 && unread.error.contains("reason"), "\(unread.error)")
    let accepted = try await verify(
      printed.replacing("reason = \"\"", with: "reason = \"as published\""))
    #expect(accepted.status == 0 && accepted.error == "", "\(accepted.output)\(accepted.error)")
    #expect(accepted.output.contains("accepted: 1 cell (as published)"))
    #expect(accepted.output.hasSuffix("1 ok, 0 wrong, 1 accepted\n"), "\(accepted.output)")
  }

  @Test("More wrong keystrokes, or another fault, than accepted fails, with file and line")
  func worse() async throws {
    for (entry, words) in [
      (Self.entry(keystrokes: 1), "more than the 1 that t.toml:3 accepts"),
      (Self.entry(what: "\"caret\""), "which t.toml:3 does not accept"),
    ] {
      let outcome = try await verify(entry)
      #expect(outcome.status == 1 && outcome.output.contains(words), "\(outcome.output)")
      #expect(outcome.output.hasSuffix("1 ok, 1 wrong\n"))
    }
  }

  @Test("What is right again is said, and what no cell fits is warned of")
  func stale() async throws {
    let right = try await verify(
      Self.entry("unformatted/*"), filter: ["--strategy", "unformatted"])
    #expect(right.status == 0)
    #expect(
      right.output.contains("t.toml:3: unformatted/* is accepted as wrong, and right again"),
      "\(right.output)")
    for strange in ["nobody/*", "onchange-reformat/int/xx_YY/9/type"] {
      let unknown = try await verify(Self.entry(strange), filter: ["--strategy", "unformatted"])
      #expect(unknown.status == 0)
      #expect(
        unknown.error.hasPrefix("warning: t.toml:3: an [[accepted]] fits no cell: \(strange)"),
        "\(unknown.error)")
    }
    // A cell that was only filtered out, and one that no default suite has.
    for known in [Self.cell, "onchange-reformat/int/de_CH/7/paste"] {
      let filtered = try await verify(Self.entry(known), filter: ["--strategy", "unformatted"])
      #expect(filtered.error == "", "\(filtered.error)")
    }
  }

  @Test("run, check, and JUnit agree with verify", .needsLiveShim)
  func agreement() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.entry(), to: "t.toml")
    try folder.write(Self.entry(keystrokes: 1), to: "less.toml")
    func call(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await program.run(arguments, in: folder.path)
    }
    let measuring = ["--rounds", "1", "--cell-time", "1ms"] + Self.filter
    let run = try await call(
      ["run", "--thresholds", "t.toml", "--out", "a", "--results", "results"] + measuring)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("1 cell (digits as published, #12)"), "\(run.output)")
    func report(_ thresholds: String) async throws -> String {
      try await call(["report", "./a", "--format", "junit", "--thresholds", thresholds]).output
    }
    let fine = try await report("t.toml")
    #expect(fine.contains("accepted: digits as published, #12") && fine.contains("failures=\"0\""))
    let worse = try await report("less.toml")
    #expect(worse.contains("more than the 1 that less.toml:3 accepts"), "\(worse)")
    #expect(worse.contains("failures=\"1\""))
    let saved = try await call(["baseline", "save", "./a", "main", "--results", "results"])
    try #require(saved.status == 0, "\(saved.error)")
    for (file, status) in [("t.toml", 0), ("less.toml", 1)] {
      let check = try await call(
        ["check", "--thresholds", file, "--results", "results"] + measuring)
      #expect(check.status == status, "\(check.output)\(check.error)")
      #expect(check.output.contains(status == 0 ? "\naccepted" : "FAIL: 1 text changed"))
    }
  }
}
