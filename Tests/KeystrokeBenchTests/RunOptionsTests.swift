import Foundation
import RunFixtures
import Testing

/// Tests of the effects of `keystroke-bench run`'s options.
@Suite(.needsLiveShim)
struct RunOptionsTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws { folder = try TemporaryFolder() }

  /// Runs one cell for a millisecond.
  private func run(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    let cell = ["--strategy", "delegate-filter", "--locale", "fr_FR", "--length", "3"]
    return try await program.run(
      ["run", "--cell-time", "1ms", "--rounds", "1"] + cell + arguments, in: folder.path)
  }

  @Test("Without time nothing is timed; without allocations none are counted, not even as 0")
  func leftOut() async throws {
    #expect(try await run("--no-time", "--out", "counts").status == 0)
    let counts = try RunOnDisk(folder.path("counts"))
    #expect(!counts.rows.isEmpty && !counts.rows.contains { $0["metric"] == "time" })
    #expect(counts.rows.contains { $0["metric"] == "allocations" })

    let timed = try await run("--no-allocations", "--details", "--out", "times")
    #expect(timed.status == 0)
    let times = try RunOnDisk(folder.path("times"))
    #expect(Set(times.rows.map { $0["instrument"] }) == ["clock", "host"])
    #expect(times.fact("toolchain.allocator.name") as? String == "system")
    #expect(times.fact("toolchain.allocator.version") == nil)
    #expect(timed.output.contains("not measured"))
  }

  @Test("A folder that contains a run is not overwritten: 2")
  func taken() async throws {
    #expect(try await run("--out", "a").status == 0)
    let before = try folder.text("a/samples.csv")
    let again = try await run("--out", "a")
    #expect(again.status == 2)
    #expect(
      again.error
        == "error: a: the folder already holds a run; name another folder, or remove this one\n")
    #expect(again.output == "")
    #expect(try folder.text("a/samples.csv") == before)
  }

  @Test("Without --out a run goes to results/runs, and two in one second get different folders")
  func defaultFolder() async throws {
    async let first = run("--no-time")
    #expect(try await first.status == 0)
    #expect(try await run("--no-time").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("results/runs"))
    #expect(names.count == 2)
    for name in names {
      #expect(name.wholeMatch(of: /\d{8}-\d{6}(-\d+)?/) != nil)
      #expect(try RunOnDisk(folder.path("results/runs/\(name)")).status == "finished")
    }
  }

  @Test(
    "Two runs that begin at once have two folders and two names, and one that cannot begin leaves none"
  )
  func atOnce() async throws {
    let cell = "--strategy unformatted --value int --locale fr_FR --length 3 --script type"
    let line = "'$0' run \(cell) --no-time --no-allocations --instructions none -q"
    let outcome = try await program.run(
      [],
      script: "for n in 1 2 3 4; do eval \"\(line)\" >out$n 2>&1 & done; wait; cat out*",
      in: folder.path)
    #expect(!outcome.output.contains("error"), "\(outcome.output)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("results/runs"))
    #expect(names.count == 4)
    let ids = try names.map {
      try RunOnDisk(folder.path("results/runs/\($0)")).fact("id") as? String
    }
    #expect(Set(ids) == Set(names))
    try FileManager.default.removeItem(atPath: folder.path("results"))
    #expect(try await program.run(["run", "--worker", "/bin/true"], in: folder.path).status == 2)
    #expect(!FileManager.default.fileExists(atPath: folder.path("results")))
  }

  @Test("A dumb terminal gets no escape sequence")
  func dumb() async throws {
    let cell =
      "--value int --locale fr_FR --length 3 --cell-time 60ms --rounds 1 --instructions none"
    let outcome = try await program.run(
      [], script: "TERM=dumb script -qec \"'$0' run \(cell) --out a\" /dev/null", in: folder.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.replacing("\r\n", with: "\n").contains("\r"))
  }

  @Test("A program that workers are launched with is missing: named before anything is measured")
  func noTaskset() async throws {
    // Only what the program finds by PATH is hidden.
    let outcome = try await program.run(
      ["run", "--strategy", "unformatted", "--out", "a"],
      script: "mkdir bin; PATH=$PWD/bin \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.hasPrefix("error: taskset, which workers are launched with, is not on PATH: "))
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test("The seed decides what is typed, and is written down")
  func seed() async throws {
    #expect(try await run("--no-time", "--seed", "7", "--out", "a").status == 0)
    #expect(try RunOnDisk(folder.path("a")).fact("plan.seed") as? Int == 7)
  }

  @Test("Results have the requested format")
  func formats() async throws {
    let json = try await run("--format", "json", "--out", "a")
    #expect(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) is [String: Any])
    let csv = try await run("--format", "csv", "--out", "b")
    #expect(csv.output.split(separator: "\n").count == 2)
    let markdown = try await run("--format", "markdown", "--out", "c")
    #expect(markdown.output.contains("| fr_FR "))
  }

  @Test("Short keystrokes are timed several at once, and marked so")
  func batches() async throws {
    let outcome = try await program.run(
      [
        "run", "--suite", "HarnessNoise", "--strategy", "empty,spin-1", "--no-allocations",
        "--cell-time", "1ms", "--rounds", "2", "--details", "--out", "a",
      ], in: folder.path)
    #expect(outcome.status == 0)
    let batches = try #require(
      RunOnDisk(folder.path("a")).metadata["batchedKeystrokes"] as? [String: Int])
    #expect(try #require(batches["empty/none/none/1/call"]) > 1)
    #expect(outcome.output.contains("~"))
  }

  @Test("On a terminal there is a bar, which disappears at the end of the run")
  func bar() async throws {
    // script(1) provides the terminal; every Debian has it.
    let cell =
      "--value int --locale fr_FR --length 3 --cell-time 60ms --rounds 1 --instructions none"
    let outcome = try await program.run(
      [], script: "script -qec \"'$0' run \(cell) --out a >table\" /dev/null", in: folder.path)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains(/\u{1B}\[2K[█░]{24} \d+ %.*  counting  [a-z-]+\/int\/fr_FR/))
    #expect(outcome.output.contains("timing, round 1 of 1"))
    let last = try #require(outcome.output.split(separator: "\u{1B}[2K").last)
    #expect(last == "run: a\r\n")
    #expect(try !folder.text("table").contains("\u{1B}"))
  }
}
