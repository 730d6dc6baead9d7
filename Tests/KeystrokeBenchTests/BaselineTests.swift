import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of `keystroke-bench baseline`, as a user runs it.
struct BaselineTests {
  private let folder: TemporaryFolder
  private let program = BuiltProgram.keystrokeBench

  init() throws {
    folder = try TemporaryFolder()
    try RunFixture().write(to: folder.path("a"))
  }

  private func baseline(_ arguments: String...) async throws -> BuiltProgram.Outcome {
    try await program.run(["baseline"] + arguments, in: folder.path)
  }

  @Test("Saved, listed, shown, compared with, removed")
  func life() async throws {
    #expect(try await baseline("list").output == "no baselines\n")
    let saved = try await baseline("save", "a", "main")
    #expect(saved.status == 0 && saved.error == "")
    #expect(saved.output == "saved a as results/baselines/main\n")
    let list = try await baseline("list")
    #expect(list.output.contains("main  r1"))
    let shown = try await baseline("show", "main", "--locale", "fr_*")
    #expect(shown.status == 0)
    #expect(shown.output.contains("fr_FR") && !shown.output.contains("en_US"))
    let compared = try await program.run(["compare", "main", "a"], in: folder.path)
    #expect(compared.status == 0, "\(compared.output)")
    let elsewhere = try await program.run(
      ["compare", "main", "../a", "--results", "../results"], in: folder.path("results"))
    #expect(elsewhere.status == 0, "\(elsewhere.error)")
    let removed = try await baseline("remove", "main")
    #expect(removed.output == "removed results/baselines/main\n")
    #expect(try await baseline("list").output == "no baselines\n")
  }

  @Test("A baseline is replaced only with --force")
  func force() async throws {
    _ = try await baseline("save", "a", "main")
    let again = try await baseline("save", "a", "main")
    #expect(again.status == 2)
    #expect(again.error.contains("replace it with --force"))
    #expect(try await baseline("save", "a", "main", "--force").status == 0)
  }

  @Test("A run of a work tree with changes is saved only with --force")
  func dirty() async throws {
    var fixture = RunFixture()
    fixture.metadata.source.dirty = true
    fixture.metadata.source.changes = "Field.swift changed"
    try fixture.write(to: folder.path("dirty"))
    let refused = try await baseline("save", "dirty", "main")
    #expect(refused.status == 2)
    #expect(refused.error.contains("is not its commit, \(fixture.metadata.source.commit)"))
    #expect(refused.error.contains("Field.swift changed"), "\(refused.error)")
    #expect(refused.error.contains("save it all the same with --force"))
    #expect(try await baseline("list").output == "no baselines\n")
    #expect(try await baseline("save", "dirty", "main", "--force").status == 0)
  }

  @Test("What somebody else put into the folder of a baseline stays, and is named")
  func others() async throws {
    _ = try await baseline("save", "a", "main")
    try folder.write("mine\n", to: "results/baselines/main/notes.txt")
    for arguments in [["remove", "main"], ["save", "a", "main", "--force"]] {
      let outcome = try await program.run(["baseline"] + arguments, in: folder.path)
      #expect(outcome.status == 2)
      #expect(
        outcome.error.contains("main/notes.txt: it is not a file of a baseline"), "\(outcome.error)"
      )
      #expect(try folder.text("results/baselines/main/notes.txt") == "mine\n")
    }
  }

  @Test("What cannot be done: 2, with the reason")
  func refusals() async throws {
    var fixture = RunFixture()
    fixture.metadata.status = .interrupted
    try fixture.write(to: folder.path("cut"))
    _ = try await baseline("save", "a", "main")
    for (arguments, words) in [
      (["save", "cut", "x"], "the run is interrupted; expected a finished one"),
      (["save", "a", "../x"], "not a name for a baseline"),
      (["save", "none", "x"], "no such folder"),
      (["show", "mian"], "expected one of main"),
      (["remove", "mian"], "there is no such baseline"),
      (["show", "main", "--script", "none"], "no cell of main passes the filter"),
    ] {
      let outcome = try await program.run(["baseline"] + arguments, in: folder.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.error.hasPrefix("error: ") && outcome.error.contains(words))
      #expect(outcome.error.count { $0 == "\n" } == 1)
    }
  }

  @Test(
    "No room for the baseline: 2, with the reason, and nothing is left behind",
    .disabled(
      if: Sanitizer.name == "thread",
      "ThreadSanitizer's own runtime needs room in a file, and a limit leaves it none"))
  func noRoom() async throws {
    // A limit of one block of 512 bytes per file acts like a full disk, and needs no privileges.
    let outcome = try await program.run(
      ["baseline", "save", "a", "main"], script: "ulimit -f 1; \"$0\" \"$@\"", in: folder.path)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix("error: ") && outcome.error.contains("File too large"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("results/baselines")) == [])
  }
}
