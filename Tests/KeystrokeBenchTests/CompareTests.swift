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

  @Test("A line cut in half: 2, with file and line")
  func cutLine() async throws {
    try folder.editLines(of: "b/samples.csv") { lines in
      guard let place = lines.firstIndex(where: { $0.contains("total,bytes") }) else { return }
      lines[place] = String(lines[place].prefix(lines[place].count / 2))
    }
    let lines = try folder.text("b/samples.csv").split(separator: "\n")
    let line = try #require(lines.firstIndex { $0.count { $0 == "," } < 21 }) + 1
    try await expectDamage("b/samples.csv:\(line): ", "fields; expected 22")
  }

  @Test("The file cut in half: 2, with its last line")
  func cutFile() async throws {
    let text = try folder.text("b/samples.csv")
    try folder.write(String(text.prefix(text.count / 2)), to: "b/samples.csv")
    let line = text.prefix(text.count / 2).count { $0 == "\n" } + 1
    try await expectDamage("b/samples.csv:\(line): ", "the file was cut")
  }

  @Test("A column missing: 2, with file and line")
  func columnMissing() async throws {
    try folder.editLines(of: "b/samples.csv") { $0[0] = $0[0].replacing(",p90", with: "") }
    try await expectDamage("b/samples.csv:1: ", "the column p90 is missing")
  }

  @Test("Another schema version: 2, with file and line")
  func schemaVersion() async throws {
    try folder.editLines(of: "b/run.json") { lines in
      lines = lines.map { $0.replacing("\"schemaVersion\" : 3", with: "\"schemaVersion\" : 4") }
    }
    let lines = try folder.text("b/run.json")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("schemaVersion") }) + 1
    try await expectDamage("b/run.json:\(line): ", "schema version 4; expected version 3")
  }

  @Test("A word in a number: 2, with file and line")
  func wordInNumber() async throws {
    try folder.editLines(of: "b/samples.csv") { lines in
      lines[4] = lines[4].replacing(",400,", with: ",many,").replacing(",8,", with: ",many,")
    }
    try await expectDamage("b/samples.csv:5: ", "count is \"many\"; expected a whole number")
  }

  @Test("An empty file: 2, with file and line")
  func emptyFile() async throws {
    try folder.write("", to: "b/samples.csv")
    try await expectDamage("b/samples.csv:1: ", "the file is empty")
    try folder.write("", to: "b/run.json")
    try await expectDamage("b/run.json: ", "not valid JSON: ")
  }

  @Test("A folder that is not a run: 2, naming it")
  func notARun() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("empty"), withIntermediateDirectories: true)
    try await expectDamage("empty: ", "not a run", candidate: "empty")
    try await expectDamage("none: ", "there is no such folder", candidate: "none")
    try await expectDamage("b/run.json: ", "not a folder", candidate: "b/run.json")
  }

  @Test("No cell in common: 2")
  func nothingInCommon() async throws {
    try await expectDamage("nothing to compare", "none is in both") {
      try await compare("a", "b", "--strategy", "none")
    }
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

  @Test("The output has the requested format")
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
      ["a"], ["a", "b", "c"], ["a", "b", "--format", "yaml"], ["a", "b", "--colour"],
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
}
