import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench report`, as a user runs it.
struct ReportCommandTests {
  static let formats = ["html", "markdown", "junit", "gobench"]
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
    var worse = RunFixture(id: "r2")
    worse.change(RunFixture.cells[0], .total, .allocations) { $0.summary = .constant(7) }
    try worse.write(to: folder.path("b"))
  }

  private func write(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["report"] + arguments, in: folder.path)
  }

  private func files() throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
  }

  @Test("Each format is the same on standard output and in a file", arguments: formats)
  func written(_ format: String) async throws {
    let printed = try await write("b", "--format", format)
    #expect(printed.status == 0)
    #expect(!printed.output.isEmpty)
    let written = try await write("b", "--format", format, "--out", "out")
    #expect(written.status == 0 && written.output == "")
    #expect(try folder.text("out") == printed.output)
    #expect(try files() == ["a", "b", "out"])
  }

  @Test(
    "A comparison equals compare's, and does not gate", arguments: ["html", "markdown", "junit"])
  func against(_ format: String) async throws {
    let compared = try await program.run(["compare", "a", "b"], in: folder.path)
    #expect(compared.status == 1)
    let outcome = try await write("b", "--against", "a", "--format", format)
    #expect(outcome.status == 0)
    let headline = String(try #require(compared.output.split(separator: "\n").first))
    if format == "junit" {
      #expect(outcome.output.contains("<failure "))
    } else {
      let written = format == "html" ? headline : headline.replacing("_", with: "\\_")
      #expect(outcome.output.contains(written))
    }
    #expect(outcome.output.contains("total"))
  }

  @Test("Thresholds are those of compare")
  func thresholds() async throws {
    try folder.write(
      """
      schema = 2
      [[tolerance]]
      metric = "allocations"
      absolute = 2
      relative = 0
      reason = "For the test."
      """, to: "mine.toml")
    let outcome = try await write(
      "b", "--against", "a", "--format", "junit", "--thresholds", "mine.toml")
    #expect(outcome.status == 0)
    #expect(!outcome.output.contains("<failure "))
    #expect(outcome.output.contains("within its tolerance"))
  }

  @Test("Baselines can be named as in other commands")
  func baseline() async throws {
    let saved = try await program.run(["baseline", "save", "a", "main"], in: folder.path)
    #expect(saved.status == 0, "\(saved.error)")
    let outcome = try await write("b", "--against", "main", "--format", "markdown")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(", 1 regressed; "))
    #expect(try await write("main", "--format", "gobench").status == 0)
  }

  @Test("A damaged run: 2, one line, and the file is unchanged", arguments: formats)
  func damaged(_ format: String) async throws {
    try folder.write("mine", to: "out")
    try folder.editLines(of: "b/samples.csv") { $0[3] = String($0[3].prefix(20)) }
    let outcome = try await write("b", "--format", format, "--out", "out")
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: b/samples.csv:4: "), "\(outcome.error)")
    #expect(outcome.error.count { $0 == "\n" } == 1)
    #expect(try folder.text("out") == "mine")
    #expect(try files() == ["a", "b", "out"])
  }

  @Test("gobench takes a choice of metrics, and says what there is")
  func metrics() async throws {
    let all = try await write("a", "--format", "gobench")
    let some = try await write("a", "--format", "gobench", "--metric", "time,allocations")
    #expect(some.status == 0 && some.output.count < all.output.count)
    #expect(all.output.contains("emissions") && !some.output.contains("emissions"))
    #expect(some.output.contains("alloc"))
    let counts = try await write("a", "--format", "gobench", "--metric", "allocations")
    #expect(!counts.output.contains("ns/op"))
    let none = try await write("a", "--format", "gobench", "--metric", "instructions")
    #expect(none.status == 2)
    #expect(none.error.contains("it has time, "), "\(none.error)")
  }

  @Test("A case of JUnit's has the seconds of its timed keystrokes")
  func junitTime() async throws {
    let outcome = try await write("a", "--format", "junit")
    // Two rounds of 400 keystrokes of 1,170 ns.
    #expect(
      outcome.output.contains(#/<testcase [^>]*name="int\/en_US\/9\/type"[^>]*time="0\.001"/#))
    #expect(outcome.output.contains(#/<testsuites [^>]*time="[0-9]+\.[0-9]{3}"/#))
  }

  @Test("An empty run, and a filter that leaves nothing: 2, and no file", arguments: formats)
  func empty(_ format: String) async throws {
    try folder.editRows(ofRun: "b") { $0 = [$0[0], ""] }
    let outcome = try await write("b", "--format", format, "--out", "out")
    #expect(outcome.status == 2)
    #expect(outcome.error == "error: nothing to report: b has no rows\n")
    let filtered = try await write("a", "--format", format, "--out", "out", "--locale", "ja_JP")
    #expect(filtered.status == 2)
    #expect(
      filtered.error
        == "error: nothing to report: no cell of a passes the filter: --locale ja_JP matches none of en_US, fr_FR\n"
    )
    #expect(try files() == ["a", "b"])
  }

  @Test("A file that cannot be written: 2, one line, nothing left behind")
  func unwritable() async throws {
    for place in ["no/such/file", "a"] {
      let outcome = try await write("a", "--format", "gobench", "--out", place)
      #expect(outcome.status == 2)
      #expect(outcome.error.hasPrefix("error: \(place) could not be written: "), "\(outcome.error)")
    }
    let full = try await write("a", "--format", "gobench", "--out", "/dev/full")
    #expect(full.status == 2)
    #expect(full.error.contains("No space left on device"))
    #expect(try files() == ["a", "b"])
  }

  @Test("A full disk leaves the file unchanged")
  func fullDisk() async throws {
    try folder.write("mine", to: "out")
    // The limit counts blocks of 512 or 1,024 bytes; the page has about 30,000 bytes.
    let outcome = try await program.run(
      ["report", "a", "--out", "out"], script: "ulimit -f 8; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("out could not be written: File too large"), "\(outcome.error)")
    #expect(try folder.text("out") == "mine")
    #expect(try files() == ["a", "b", "out"])
  }

  @Test("A link is followed, and keeps the permissions of its file")
  func link() async throws {
    try folder.write("old", to: "real")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640], ofItemAtPath: folder.path("real"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "real")
    let outcome = try await write("a", "--format", "gobench", "--out", "link")
    #expect(outcome.status == 0)
    #expect(try folder.text("real").hasPrefix("# run "))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
    #expect(target == "real")
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("real"))
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test(
    "Arguments that make no sense: 64, and the option is named",
    arguments: [
      (["--format", "pdf"], "--format"), (["--out", ""], "--out is empty"),
      (["--format", "gobench", "--against", "b"], "--against is for html, markdown and junit"),
      (["--format", "gobench", "--pictures", "p"], "--pictures is for html"), (["b"], "b"),
      (["--pictures", ""], "--pictures is empty"),
    ])
  func usage(_ arguments: [String], _ words: String) async throws {
    let outcome = try await program.run(["report", "a"] + arguments, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(words), "\(outcome.error)")
  }
}
