import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `[[accept]]` as a user of `compare`, `verify`, `run`, `check` and `report` sees it.
@Suite("Accepting, as a user sees it")
struct AcceptTests {
  private let program = BuiltProgram.keystrokeBench
  private static let wrongCell = "onchange-reformat/int/fa_IR/9/type"
  private static let filter = [
    "--strategy", "onchange-reformat,unformatted", "--locale", "fa_IR", "--length", "9", "--script",
    "type", "--value", "int",
  ]

  private static func entry(
    _ lines: String, cells: String = wrongCell, until: String = "2999-01-01"
  ) -> String {
    """
    schema = 2

    [[accept]]
    cells = "\(cells)"
    \(lines)
    reason = "digits as published"
    until = \(until)

    """
  }

  private static func wrong(_ keystrokes: Int = 40, until: String = "2999-01-01") -> String {
    entry("metric = \"wrong\"\nkeystrokes = \(keystrokes)", until: until)
  }

  @Test("compare passes up to the size of the entry, and until its day; a useless entry is a note")
  func compared() async throws {
    let cell = RunFixture.cells[0]
    let folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    var candidate = RunFixture(id: "r2")
    candidate.change(cell, .total, .allocations) { $0.summary = .constant(6) }
    try candidate.write(to: folder.path("b"))
    func compare(_ run: String, _ lines: String, until: String = "2999-01-01") async throws
      -> BuiltProgram.Outcome
    {
      let entry = Self.entry("metric = \"allocations\"\n\(lines)", cells: cell.id, until: until)
      try folder.write(entry, to: "t.toml")
      return try await program.run(
        ["compare", "a", run, "--thresholds", "t.toml"], in: folder.path)
    }
    let accepted = try await compare("b", "absolute = 1")
    #expect(accepted.status == 0, "\(accepted.error)")
    #expect(accepted.output.hasPrefix("PASS: 1 accepted change, nothing else"))
    #expect(accepted.output.contains("accepted until 2999-01-01: digits as published"))
    let larger = try await compare("b", "relative = \"19 %\"")
    #expect(larger.status == 1)
    #expect(
      larger.output.contains("from 5 to 6, further than t.toml:3 accepts"), "\(larger.output)")
    let expired = try await compare("b", "absolute = 1", until: "2020-02-29")
    #expect(expired.status == 1)
    #expect(expired.output.contains("note: t.toml:3: this [[accept]] expired on 2020-02-29"))
    let unused = try await compare("a", "absolute = 1")
    #expect(unused.status == 0 && unused.output.hasPrefix("PASS: "))
    #expect(unused.output.contains("note: t.toml:3: nothing needs this [[accept]] any more"))
    let sampled = try await compare("b", "# \u{20}").error + compare("b", "by = 1").error
    #expect(sampled.contains("t.toml:3: the entry accepts nothing"), "\(sampled)")
    #expect(sampled.contains("t.toml:6: by is not known here"), "\(sampled)")
  }

  private func verify(_ thresholds: String, filter: [String] = filter) async throws
    -> BuiltProgram.Outcome
  {
    let folder = try TemporaryFolder()
    try folder.write(thresholds, to: "t.toml")
    return try await program.run(["verify", "--thresholds", "t.toml"] + filter, in: folder.path)
  }

  @Test("verify passes up to the number of wrong keystrokes, and until the day")
  func verified() async throws {
    let accepted = try await verify(Self.wrong())
    #expect(accepted.status == 0 && accepted.error == "", "\(accepted.output)\(accepted.error)")
    #expect(accepted.output.contains("accepted: 1 cell (digits as published)"))
    #expect(accepted.output.hasPrefix("PASS: 1 ok, 0 wrong, 1 accepted\n"), "\(accepted.output)")
    for (entry, words) in [
      (Self.wrong(1), "keystrokes wrong, more than the 1 that t.toml:3 accepts"),
      (Self.wrong(until: "2020-02-29"), "note: t.toml:3: this [[accept]] expired on 2020-02-29"),
    ] {
      let failed = try await verify(entry)
      #expect(failed.status == 1 && failed.output.contains(words), "\(failed.output)")
      #expect(failed.output.hasPrefix("FAIL: 1 ok, 1 wrong\n"))
    }
    let right = try await verify(
      Self.entry("metric = \"wrong\"\nkeystrokes = 1", cells: "unformatted/*"),
      filter: ["--strategy", "unformatted"])
    #expect(right.status == 0)
    #expect(right.output.contains("note: t.toml:3: nothing needs this [[accept]] any more"))
  }

  @Test("run, check, and JUnit agree with verify", .needsLiveShim)
  func agreement() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.wrong(), to: "t.toml")
    try folder.write(Self.wrong(1), to: "less.toml")
    func call(_ arguments: [String]) async throws -> BuiltProgram.Outcome {
      try await program.run(arguments, in: folder.path)
    }
    let measuring = ["--rounds", "1", "--cell-time", "1ms"] + Self.filter
    let run = try await call(
      ["run", "--thresholds", "t.toml", "--out", "a", "--results", "results"] + measuring)
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("1 cell (digits as published)"), "\(run.output)")
    for (file, words) in [
      ("t.toml", "accepted: digits as published"),
      ("less.toml", "more than the 1 that less.toml:3 accepts"),
    ] {
      let report = try await call(["report", "./a", "--format", "junit", "--thresholds", file])
      #expect(report.output.contains(words) && report.output.contains("failures=\"0\""))
    }
    // A baseline in which the cell was right.
    try folder.editRows(ofRun: "a") { lines in
      lines = lines.map { $0.hasSuffix(",wrong") ? $0.dropLast(5) + "ok" : $0 }
    }
    let saved = try await call(["baseline", "save", "./a", "main", "--results", "results"])
    try #require(saved.status == 0, "\(saved.error)")
    for (file, status) in [("t.toml", 0), ("less.toml", 1)] {
      let check = try await call(
        ["check", "--thresholds", file, "--results", "results"] + measuring)
      #expect(check.status == status, "\(check.output)\(check.error)")
      #expect(check.output.contains(status == 0 ? "\naccepted" : "FAIL: 1 text wrong"))
    }
  }
}
