import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench history`, as a user runs it.
struct HistoryCommandTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws { folder = try TemporaryFolder() }

  /// Writes a run to `runs/` that started `days` days after the first.
  private func leave(_ name: String, commit: String, days: Double, allocations: Double = 5) throws {
    var fixture = RunFixture(id: name)
    fixture.metadata.source.commit = commit
    fixture.metadata.start += days * 86_400
    fixture.change(RunFixture.cells[0], .total, .allocations) {
      $0.summary = .constant(allocations)
    }
    try fixture.write(to: folder.path("runs/\(name)"))
  }

  private func history(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["history"] + arguments, in: folder.path)
  }

  @Test("In a repository runs are in order of ancestry, whenever they were measured")
  func ancestry() async throws {
    let made = try await program.run(
      [],
      script: """
        set -e; export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null; git init -q .
        for number in 1 2 3; do
          git -c user.name=a -c user.email=a@example.invalid commit -q --allow-empty -m $number
          git rev-parse --short=10 HEAD
        done
        """, in: folder.path)
    let commits = made.output.split(separator: "\n").map(String.init)
    try #require(commits.count == 3, "\(made.error)")
    try leave("new", commit: commits[2], days: 0, allocations: 6)
    try leave("old", commit: commits[0], days: 1)
    try leave("middle", commit: commits[1], days: 2, allocations: 6)
    let outcome = try await history("runs")
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.output.contains("Order: by ancestry of the commits"))
    #expect(
      outcome.output.contains("from \(commits[0]) of 2023-11-15 to \(commits[2]) of 2023-11-14"))
    #expect(
      outcome.output.contains("\n\(commits[1]) of 2023-11-16, middle\n"), "\(outcome.output)")
    #expect(outcome.output.contains(/delegate-filter +total +allocations +1 +mean +5 +6 +\+20.0 %/))

    // One commit is not in the repository, so the order can only come from the start.
    try leave("stray", commit: "0123456789", days: 3)
    let stray = try await history("runs")
    #expect(
      stray.output.contains(
        "Order: by the start of the runs, since commit 0123456789 is not in this repository."))
  }

  @Test("Elsewhere runs are in order of their start; other folders are named and skipped")
  func start() async throws {
    try leave("b", commit: "aaaaaaaaaa", days: 0)
    try leave("a", commit: "bbbbbbbbbb", days: 1, allocations: 6)
    try leave("broken", commit: "cccccccccc", days: 2)
    try folder.write("run\n", to: "runs/broken/samples.csv")
    try FileManager.default.createDirectory(
      atPath: folder.path("runs/empty"), withIntermediateDirectories: true)
    try folder.write("no folder", to: "runs/notes.txt")
    let outcome = try await history("runs", "--format", "csv")
    #expect(outcome.status == 0)
    let skipped = outcome.error.split(separator: "\n")
    #expect(skipped.count == 3, "\(outcome.error)")
    #expect(skipped[0].hasPrefix("note: skipped: runs/broken/samples.csv:1: "))
    #expect(skipped[1].hasPrefix("note: skipped: runs/empty: not a run"))
    #expect(
      skipped[2]
        == "order: by the start of the runs, since the present folder is not in a git repository")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines[1].hasPrefix("1,aaaaaaaaaa,2023-11-14T22:13:20Z,b,"))
    #expect(lines.last?.hasPrefix("2,bbbbbbbbbb,") == true)
  }

  @Test("Filters choose cells, and baselines count as runs")
  func filters() async throws {
    try leave("a", commit: "aaaaaaaaaa", days: 0)
    _ = try await program.run(["baseline", "save", "runs/a", "main"], in: folder.path)
    let outcome = try await history("results/baselines", "--strategy", "delegate-*")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.hasPrefix("1 run, 2 cells, from aaaaaaaaaa of 2023-11-14 to "))
    #expect(!outcome.output.contains("onchange-reformat"))
  }

  @Test("Nothing to show: 2, with the reason and no output")
  func refusals() async throws {
    try leave("a", commit: "aaaaaaaaaa", days: 0)
    for (arguments, words) in [
      (["none"], "none could not be read"), (["runs/a"], "runs/a is a run itself"),
      (["results"], "results could not be read"),
      (["runs", "--strategy", "no-such"], "no cell of 1 run passes the filter"),
    ] {
      let outcome = try await program.run(["history"] + arguments, in: folder.path)
      #expect(outcome.status == 2 && outcome.output == "")
      #expect(
        outcome.error.hasPrefix("error: ") && outcome.error.contains(words), "\(outcome.error)")
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("void/sub"), withIntermediateDirectories: true)
    let void = try await history("void")
    #expect(void.status == 2)
    #expect(
      void.error.contains("note: skipped: void/sub")
        && void.error.contains("error: there is no run in void"))
  }

  @Test("A commit in a file cannot become an option of git")
  func odd() async throws {
    try leave("a", commit: "--all", days: 0)
    let outcome = try await history("runs")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("since \"--all\" is not a commit"))
  }
}
