import BenchmarkModel
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

  @Test("A run of a program older than its sources, or of a debug build, is not saved")
  func otherProgram() async throws {
    var fixture = RunFixture()
    fixture.metadata.source.newerSources = []
    try fixture.write(to: folder.path("new"))
    #expect(try await baseline("save", "new", "main").status == 0)
    fixture.metadata.source.newerSources = ["Field.swift"]
    fixture.metadata.source.dirty = true
    fixture.metadata.source.changes = "Field.swift changed after the worker was built"
    try fixture.write(to: folder.path("old"))
    fixture.metadata.source.newerSources = nil
    fixture.metadata.toolchain.configuration = .debug
    try fixture.write(to: folder.path("debug"))
    for (run, words) in [
      ("old", "Field.swift changed after the worker was built; build the worker and measure again"),
      ("debug", "the run is of a debug build, whose figures mean nothing"),
    ] {
      let refused = try await baseline("save", run, "main", "--force")
      #expect(refused.status == 2)
      #expect(refused.error.contains(words), "\(refused.error)")
    }
  }

  @Test("A commit without a build: run warns, says that it is not its commit, and it is not saved")
  func olderThanItsCommit() async throws {
    let folder = try TemporaryFolder()
    let (built, object) = (".build/release", folder.path(".build/release/App.build/a.swift.o"))
    for name in ["HarnessNoise.product", "App.build"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("\(built)/\(name)"), withIntermediateDirectories: true)
    }
    for (name, text) in [
      (".gitignore", "/.build\n"), ("a.swift", "// One.\n"), ("\(built)/App.build/a.swift.o", ""),
      ("\(built)/App.build/App.d", "\(object) : \(folder.path("a.swift"))\n"),
      ("\(built)/HarnessNoise.product/Objects.LinkFileList", "\(object)\n"),
    ] { try folder.write(text, to: name) }
    try FileManager.default.copyItem(
      atPath: BuiltProgram("HarnessNoise").path, toPath: folder.path("\(built)/HarnessNoise"))
    func run(_ out: String, after change: String) async throws -> String {
      let outcome = try await program.run(
        [
          "run", "--worker", "\(built)/HarnessNoise", "--strategy", "empty", "--rounds", "1",
          "--cell-time", "1ms", "--no-allocations", "--out", out,
        ],
        script: """
          { \(change); } && git add --all &&
            git -c user.name=A -c user.email=a@example.com commit --quiet --message a &&
            exec "$0" "$@"
          """, in: folder.path)
      #expect(outcome.status == 0, "\(outcome.error)")
      return outcome.error
    }
    let words = "a.swift changed after the worker was built"
    let new = try await run("new", after: "touch \(built)/HarnessNoise; git init --quiet")
    #expect(!new.contains(words))
    let fresh = try RunOnDisk(folder.path("new"))
    #expect(fresh.fact("source.dirty") as? Bool == false)
    #expect(fresh.fact("source.newerSources") as? [String] == [])
    let old = try await run("old", after: "echo // Two. >a.swift")
    #expect(old.contains("note: \(words): build it and measure again"), "\(old)")
    let stale = try RunOnDisk(folder.path("old"))
    #expect(stale.fact("source.dirty") as? Bool == true)
    #expect(stale.fact("source.changes") as? String == words)
    #expect(stale.warnings.contains { $0.contains(words) })
    for options in [[], ["--force"]] {
      let saved = try await program.run(
        ["baseline", "save", "old", "main"] + options, in: folder.path)
      #expect(saved.status == 2 && saved.error.contains("a.swift changed"), "\(saved.error)")
    }
    #expect(
      try await program.run(["baseline", "save", "new", "main"], in: folder.path).status == 0)
    _ = try await run("copied", after: "rm -r \(built)/*.product; echo // Three. >a.swift")
    let copied = try RunOnDisk(folder.path("copied")).warnings
    #expect(copied.contains { $0.contains("nothing beside the worker says") }, "\(copied)")
  }

  @Test("Eight saves of one name at once: one is saved; with --force all are, one after the other")
  func atOnce() async throws {
    let script = """
      for i in 1 2 3 4 5 6 7 8; do "$0" "$@" >out.$i 2>err.$i & done
      wait; echo "$(cat out.* | grep -c '^saved') saved"
      echo "$(cat err.* | grep -c 'there is a baseline of that name') refused"
      ls -A results/baselines | grep -v '^[.]gitattributes$'
      """
    for (force, words) in [([], "1 saved\n7 refused\n"), (["--force"], "8 saved\n0 refused\n")] {
      let outcome = try await program.run(
        ["baseline", "save", "a", "main"] + force, script: script, in: folder.path)
      // The refused saves leave nothing behind.
      #expect(outcome.output == words + "main\n")
    }
    #expect(try await program.run(["compare", "main", "a"], in: folder.path).status == 0)
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
