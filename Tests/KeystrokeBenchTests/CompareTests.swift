import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench compare`, as a user runs it.
struct CompareTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    try RunFixture(id: "r2").write(to: folder.path("b"))
  }

  private func compare(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["compare"] + arguments, in: folder.path)
  }

  /// Changes the first line of `b` that contains all the words, and updates `run.json` to match.
  private func edit(_ words: [String], _ body: (String) -> String?) throws {
    try folder.editRows(ofRun: "b") { lines in
      guard let place = lines.firstIndex(where: { line in words.allSatisfy(line.contains) })
      else {
        Issue.record("no line with \(words)")
        return
      }
      if let line = body(lines[place]) { lines[place] = line } else { lines.remove(at: place) }
    }
  }

  @Test("A run equals itself: 0")
  func same() async throws {
    for pair in [("a", "a"), ("a", "b"), ("./a/", folder.path("b"))] {
      let outcome = try await compare(pair.0, pair.1)
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
      #expect(outcome.output.hasPrefix("PASS: "))
    }
  }

  @Test("One allocation more: 1, naming the cell")
  func allocation() async throws {
    let cell = RunFixture.cells[1]
    try edit([cell.locale, "total,allocations"]) { line in
      line.replacing(",5,5,5,5,5,5,5,", with: ",5,5,5,5,5,6,5,")
    }
    let outcome = try await compare("a", "b")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.hasPrefix(
        "FAIL: \(cell.id) total allocations +1 (+20.0 %) in the max, 1 regressed; "))
    #expect(outcome.output.contains(cell.id))
    #expect(outcome.error == "")
  }

  @Test("0 changed to 3: 1")
  func fromZero() async throws {
    try edit(["filter,allocations"]) { $0.replacing(",0,0,0,0,0,0,0,", with: ",3,3,3,3,3,3,3,") }
    let outcome = try await compare("a", "b")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("from 0"))
    #expect(outcome.output.contains(RunFixture.cells[0].id))
  }

  @Test("A cell removed: 1")
  func cellRemoved() async throws {
    let cell = RunFixture.cells[3]
    try folder.editRows(ofRun: "b") { $0.removeAll { $0.contains(",15,mixed,") } }
    let outcome = try await compare("a", "b")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\(cell.id): the whole cell"))
    let filtered = try await compare("a", "b", "--length", "3...9")
    #expect(filtered.status == 0)
  }

  @Test("The file cut in half: 2, with its last line")
  func cutFile() async throws {
    let text = try folder.text("b/samples.csv")
    try folder.write(String(text.prefix(text.count / 2)), to: "b/samples.csv")
    let line = text.prefix(text.count / 2).count { $0 == "\n" } + 1
    try await expectDamage("b/samples.csv:\(line): ", "the file was cut")
  }

  @Test("No cell in common: 2, with what each side has and which filter is to blame")
  func nothingInCommon() async throws {
    try await expectDamage(
      "nothing to compare", "--strategy none matches none of "
    ) {
      try await compare("a", "b", "--strategy", "none")
    }
    var part = RunFixture(id: "part", cells: [RunFixture.cells[0]])
    part.metadata.plan.filter = CellFilter(strategy: ["delegate-filter"])
    try part.write(to: folder.path("part"))
    try await expectDamage(
      "nothing to compare: a has 2 cells for --strategy onchange*, "
        + "part, which was measured with --strategy delegate-filter, has no cell for",
      "none is in both"
    ) {
      try await compare("a", "part", "--strategy", "onchange*")
    }
  }

  @Test("Runs of one round: the output says that they show no spread")
  func oneRound() async throws {
    for name in ["x", "y"] { try RunFixture(id: name, rounds: 1).write(to: folder.path(name)) }
    for format in ["text", "markdown"] {
      let outcome = try await compare("x", "y", "--format", format)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("one round, or its rounds folded into one row"))
      #expect(!outcome.output.contains("moved in the mean by more than"))
    }
  }

  @Test(
    "A tolerance whose glob is misspelt is said, in the run's own words, and one for other baselines is not"
  )
  func idleTolerance() async throws {
    var other = RunFixture(id: "o", cells: [])
    other.rows = RunFixture.rows(
      of: Cell(strategy: "elsewhere", value: "int", locale: "en_US", length: 9, script: "type"),
      run: "o", rounds: 1)
    try other.write(to: folder.path("o"))
    _ = try await program.run(["baseline", "save", "o", "other"], in: folder.path)
    func entry(_ cells: String) -> String {
      "[[tolerance]]\nmetric = \"instructions\"\ncells = \"\(cells)\"\nrelative = \"1 %\"\nreason = \"r\"\n"
    }
    try folder.write(
      "schema = 2\n" + entry("delagate-filter/*") + entry("elsewhere/*"),
      to: "results/thresholds.toml")
    let outcome = try await compare("a", "b")
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "note: results/thresholds.toml:3: no cell fits this [[tolerance]]: cells = \"delagate-filter/*\""
      ))
    #expect(!outcome.output.contains("elsewhere"))
  }

  @Test("A table that is wider than the terminal is turned, and no line is wider")
  func width() async throws {
    var worse = RunFixture(id: "w")
    worse.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(9) }
    try worse.write(to: folder.path("w"))
    let wide = try await compare("a", "w")
    #expect(wide.output.split(separator: "\n").contains { $0.hasPrefix("cell ") && $0.count > 80 })
    let narrow = try await program.run(
      ["compare", "a", "w"], script: "COLUMNS=60 \"$0\" \"$@\"", in: folder.path)
    #expect(narrow.status == 1)
    // Sentences stay whole: a terminal wraps them.
    let turned = narrow.output.split(separator: "\n")
    let cell = try #require(turned.firstIndex { $0 == RunFixture.cells[0].id })
    #expect(turned[cell + 1].hasPrefix("  phase total  metric allocations"))
    #expect(turned[cell + 1].count <= 60)
    #expect(!narrow.output.contains("----------------------------------------  "))
  }

  private func expectDamage(
    _ place: String, _ words: String, candidate: String = "b"
  ) async throws {
    try await expectDamage(place, words) { try await compare("a", candidate) }
  }

  /// Expects status 2, no output, and one line on standard error with the problem and its place.
  private func expectDamage(
    _ place: String, _ words: String, _ run: () async throws -> BuiltProgram.Outcome
  ) async throws {
    let outcome = try await run()
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: \(place)"), "\(outcome.error)")
    #expect(outcome.error.contains(words), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
  }

  @Test("An interrupted run is compared, and the missing rows are reported")
  func interrupted() async throws {
    var fixture = RunFixture(id: "r3")
    fixture.metadata.status = .running
    fixture.rows.removeAll { $0.cell == RunFixture.cells[0] }
    try fixture.write(to: folder.path("c"))
    let outcome = try await compare("a", "c")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("note: the candidate is running, not finished: 1 cell"))
  }

  @Test("Several runs are one table, a column each, and any that is worse fails")
  func several() async throws {
    var worse = RunFixture(id: "r3")
    worse.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(7) }
    try worse.write(to: folder.path("c"))
    let fine = try await compare("a", "b", "a")
    #expect(fine.status == 0, "\(fine.output)\(fine.error)")
    let outcome = try await compare("a", "b", "c")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#/\nPASS: .* Run: b\n/#))
    #expect(outcome.output.hasPrefix("FAIL: \(RunFixture.cells[0].id) total allocations +2"))
    #expect(outcome.output.contains(#/\nstrategy +metric +cells +a +b +change +c +change\n/#))
    // Of two cells one rose from 5 to 7.
    #expect(
      outcome.output.contains(#/\ndelegate-filter +allocations +2 +5 +5 +none +6 +\+20\.0 %\n/#),
      "\(outcome.output)")
    #expect(outcome.output.contains(#/\ndelegate-filter +time +2 +[0-9.]+ µs/#))
    #expect(!outcome.output.contains(" refreshes "))
    let csv = try await compare("a", "b", "c", "--format", "csv")
    let lines = csv.output.split(separator: "\n")
    #expect(lines[0].hasSuffix(",unit,figure,host,a,b,c"))
    #expect(lines.contains { $0.contains("total,allocations") && $0.hasSuffix(",1,mean,,5,5,7") })
    let json = try await compare("a", "b", "c", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(
      (object?["verdicts"] as? [[String: Any]])?.map { $0["verdict"] as? String } == [
        "pass", "fail",
      ])
  }

  @Test("With another toolchain nothing is decided: 0, or 1 where a decision is required")
  func undecided() async throws {
    var other = RunFixture(id: "r3")
    other.metadata.toolchain.swift = "6.4"
    other.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(99) }
    try other.write(to: folder.path("c"))
    struct Answer: Decodable {
      struct Reason: Decodable { var code: String }
      struct Verdict: Decodable { var verdict: String }
      var verdict: String?
      var reasons: [Reason]?
      var verdicts: [Verdict]?
    }
    func answer(_ arguments: String...) async throws -> (Answer, Int) {
      let outcome = try await program.run(
        ["compare", "--format", "json"] + arguments, in: folder.path)
      return (
        try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8)), outcome.status
      )
    }
    let (one, status) = try await answer("a", "c")
    #expect(status == 0 && one.verdict == "undecided")
    #expect(one.reasons?.map(\.code) == ["other_toolchain"])
    let (several, statusOfSeveral) = try await answer("a", "b", "c")
    #expect(statusOfSeveral == 0 && several.verdicts?.map(\.verdict) == ["pass", "undecided"])
    #expect(try await answer("a", "c", "--require-decision").1 == 1)
    #expect(try await answer("a", "b", "c", "--require-decision").1 == 1)
    #expect(try await answer("a", "b", "--require-decision").1 == 0)
    let text = try await compare("a", "c").output
    #expect(text.hasPrefix("UNDECIDED: the toolchains differ: "), "\(text)")
    #expect(try await compare("a", "b", "c").output.hasPrefix("UNDECIDED: the toolchains differ"))
  }

  @Test(
    "For spreadsheets of many locales: fields parted by semicolons, decimal commas, and no other change"
  )
  func semicolons() async throws {
    let plain = try await compare("a", "b", "--format", "csv")
    let outcome = try await compare("a", "b", "--format", "csv", "--semicolons")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("suite;strategy;value;"))
    #expect(lines.contains { $0.contains(#/;time;clock;ns;ok;advisory;false;p50;[0-9]+,[0-9]+;/#) })
    #expect(!outcome.output.contains(#/;[0-9]+\.[0-9]+;/#))
    #expect(lines.count == plain.output.split(separator: "\n").count)
  }

  @Test("Formats are those asked for")
  func formats() async throws {
    let json = try await compare("a", "b", "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(object?["verdict"] as? String == "pass")
    let csv = try await compare("a", "b", "--format", "csv")
    #expect(csv.output.hasPrefix("suite,strategy,"))
    let markdown = try await compare("a", "b", "--format", "markdown")
    #expect(markdown.output.hasPrefix("**PASS"))
    #expect(markdown.output.contains("| strategy"))
  }

  @Test(
    "Arguments that make no sense: 64, and nothing on standard output",
    arguments: [
      ["a"], ["a", "b", "--accept"], ["a", "b", "--format", "yaml"],
      ["a", "b", "--semicolons"], ["a", "b", "--colour"],
      ["a", "b", "--length", "9...3"], ["a", "b", "--length", "long"],
      ["a", "b", "--strategy", ""], ["a", "b", "--locale", "en_US,,fr_FR"],
      ["a", "b", "--results", ""],
    ])
  func usage(_ arguments: [String]) async throws {
    let outcome = try await program.run(["compare"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains("error: "))
  }

  @Test("A side without any exact metric passes no gate: 2, which side, and what to do")
  func nothingCompared() async throws {
    let folder = try TemporaryFolder()
    try RunFixture(id: "whole").write(to: folder.path("whole"))
    var fixture = RunFixture(id: "bare")
    fixture.rows.removeAll { $0.metric.isExact }
    #expect(!fixture.rows.isEmpty)
    try fixture.write(to: folder.path("bare"))
    for sides in [["whole", "bare"], ["bare", "whole"]] {
      let outcome = try await BuiltProgram.keystrokeBench.run(["compare"] + sides, in: folder.path)
      #expect(outcome.status == 2 && outcome.output == "", "\(outcome.output)")
      #expect(
        outcome.error.contains("nothing was compared: only whole has exact metrics"),
        "\(outcome.error)")
    }
  }
}
