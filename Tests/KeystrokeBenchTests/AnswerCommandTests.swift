import Foundation
import RunFixtures
import Testing

/// Tests of the first screen: its size, its colours, and suggestions for misspelt names.
@Suite(.needsLiveShim)
struct AnswerCommandTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench
  private static let run = [
    "run", "--value", "int", "--locale", "en_US", "--length", "9", "--script", "type",
    "--cell-time", "1ms", "--rounds", "1", "--out", "a",
  ]

  init() throws { folder = try TemporaryFolder() }

  @Test("A run of all strategies fits one screen: floors are ranked, and not advised")
  func screen() async throws {
    let outcome = try await program.run(Self.run, in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 40)
    for line in lines { #expect(line.count <= 110, "\(line)") }
    #expect(outcome.output.contains(#/\nunformatted +[0-9]+=? +as typed +/#))
    #expect(outcome.output.contains(#/\nformat-on-commit +[0-9]+=? +at the end +/#))
    #expect(outcome.output.contains(#/\nincremental-delegate +[0-9]+=? +each edit +/#))
    // A busy machine cannot tell in a round of a millisecond which of the strategies that format at each edit is the
    // fastest.
    let advice = try #require(outcome.output.firstMatch(of: #/\nadvice +Use ([a-z-]+)/#))
    #expect(lines.contains { $0.hasPrefix("\(advice.1) ") && $0.contains(" each edit ") })
    // All strategies are of this package, so none is marked.
    #expect(try RunOnDisk(folder.path("a")).metadata["ownStrategies"] == nil)
    #expect(lines.first?.hasPrefix("DONE: ") == true && lines.first?.hasSuffix("; run: a") == true)
    let run = try RunOnDisk(folder.path("a"))
    let promises = try #require(run.metadata["promises"] as? [String: String])
    #expect(promises["unformatted"] == "as typed" && promises["delegate-filter"] == "each edit")
    #expect(run.fact("plan.filter.length") as? [String] == ["9"])
  }

  @Test("The command for a page repeats where results are, and works for a program not on the path")
  func commandForPageElsewhere() async throws {
    let short = Self.run + ["--strategy", "delegate-none", "--no-time"]
    try #require(try await program.run(short, in: folder.path).status == 0)
    let saved = try await program.run(
      ["baseline", "save", "a", "mine", "--results", "else where"], in: folder.path)
    try #require(saved.status == 0, "\(saved.error)")
    let outcome = try await program.run(
      ["check", "--baseline", "mine", "--results", "else where", "--strategy", "delegate-none"]
        + Self.run[1...8] + ["--no-time", "--out", "b"],
      script: "ln -s \"$(dirname \"$0\")\" bin && bin/keystroke-bench \"$@\"", in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    let found = try #require(outcome.output.firstMatch(of: #/\npage +(.*page\.html)/#))
    let printed = found.1
    #expect(printed.contains("--against mine --results 'else where'"))
    let page = try await program.run([], script: String(printed), in: folder.path)
    #expect(page.status == 0, "\(printed): \(page.error)")
  }

  @Test("Eighty columns: no line is wider, whether the table fits or turns")
  func narrow() async throws {
    let outcome = try await program.run(
      Self.run, script: "COLUMNS=80 \"$0\" \"$@\"", in: folder.path)
    try #require(outcome.status == 0, "\(outcome.error)")
    for line in outcome.output.split(separator: "\n").dropLast() {
      #expect(line.count <= 80, "\(line)")
    }
    #expect(
      outcome.output.contains(
        #/\nincremental-delegate\n  rank [0-9]+=?  formats each edit  typical /#))
  }

  @Test("Colours are for terminals, or where they are asked for; -q says nothing beside")
  func colour() async throws {
    let short = Self.run + ["--strategy", "delegate-none", "--no-time"]
    let coloured = try await program.run(short + ["--color", "always", "-q"], in: folder.path)
    #expect(coloured.output.contains("\u{1B}[") && coloured.error == "")
    try FileManager.default.removeItem(atPath: folder.path("a"))
    let plain = try await program.run(short, in: folder.path)
    #expect(!plain.output.contains("\u{1B}"))
    #expect(try await program.run(short + ["-q", "-v"], in: folder.path).status == 64)
  }

  @Test("A filtered run against a whole one: only the filtered cells are compared")
  func filtered() async throws {
    let whole = try await program.run(
      ["run", "--strategy", "delegate-none,unformatted", "--no-time", "--out", "whole"]
        + Self.run[1...8], in: folder.path)
    try #require(whole.status == 0, "\(whole.error)")
    let part = try await program.run(
      ["run", "--strategy", "delegate-none", "--no-time", "--out", "part"] + Self.run[1...8],
      in: folder.path)
    try #require(part.status == 0, "\(part.error)")
    let compared = try await program.run(["compare", "whole", "part"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)")
    #expect(compared.output.contains("in 1 common cell"))
    #expect(compared.output.contains("the candidate was measured with --strategy delegate-none"))
  }

  @Test("An output folder does not count as a change of the sources, unless it is compiled")
  func dirt() async throws {
    func measured(_ name: String) async throws -> [String: Any] {
      let outcome = try await program.run(
        Array(Self.run.dropLast()) + [name, "--strategy", "unformatted", "--no-time", "-q"],
        in: folder.path)
      try #require(outcome.status == 0, "\(outcome.error)")
      return try #require(RunOnDisk(folder.path(name)).fact("source") as? [String: Any])
    }
    let prepared = try await program.run(
      [],
      script: """
        git init --quiet && echo a >a.txt && git add a.txt &&
        git -c user.name=A -c user.email=a@example.com commit --quiet --message a
        """, in: folder.path)
    try #require(prepared.status == 0, "\(prepared.error)")
    #expect(try await measured("first")["dirty"] as? Bool == false)
    #expect(try await measured("second")["dirty"] as? Bool == false, "first is only a folder")
    try folder.write("let a = 1\n", to: "a.swift")
    let source = try await measured("third")
    #expect(source["dirty"] as? Bool == true)
    #expect(source["changes"] as? String == "a.swift, which git does not know")
    try FileManager.default.removeItem(atPath: folder.path("a.swift"))
    try folder.write("b\n", to: "a.txt")
    #expect(try await measured("fourth")["changes"] as? String == "a.txt changed")
  }

  @Test(
    "A misspelt name is followed by a suggestion",
    arguments: [
      (["chek"], 64, "error: there is no command chek; did you mean check?"),
      (
        ["list", "--strategy", "delegte-none"], 2,
        "unknown --strategy delegte-none; did you mean delegate-none?"
      ),
      (["list", "--script", "tpye"], 2, "did you mean type?"),
      (["run", "--cell-time", "5x"], 64, "--cell-time"),
    ])
  func misspelt(_ arguments: [String], _ status: Int, _ words: String) async throws {
    let outcome = try await program.run(arguments, in: folder.path)
    #expect(outcome.status == status && outcome.output == "")
    #expect(outcome.error.hasPrefix("error: ") && outcome.error.contains(words), "\(outcome.error)")
  }

  @Test("--version prints the version of the change log")
  func version() async throws {
    #expect(try await program.run(["--version"]).output == "0.1.0\n")
  }

  @Test("A page is not printed to a terminal")
  func page() async throws {
    try RunFixture().write(to: folder.path("fixture"))
    let outcome = try await program.run(
      ["report", "fixture"], script: "script --quiet --return --command \"$0 $1 $2\" /dev/null",
      in: folder.path)
    #expect(outcome.status == 2)
    #expect(!outcome.output.contains("<html"))
    #expect(outcome.output.contains("--out page.html"), "\(outcome.output)")
  }
}
