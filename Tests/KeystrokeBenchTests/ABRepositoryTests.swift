import Foundation
import RunFixtures
import Testing

/// `ab` leaves the user's repository as it is, and takes the right folder for the work tree.
@Suite("ab and the user's repository", .needsLiveShim)
struct ABRepositoryTests {
  private let program = BuiltProgram.keystrokeBench

  /// Compares, without times.
  private func compare(
    _ sides: [String], in repository: PlantedRepository, out: String = "pair",
    script: String = "exec \"$0\" \"$@\""
  ) async throws -> BuiltProgram.Outcome {
    try await program.run(
      ["ab"] + sides + repository.options + ["--no-time", "--out", out], script: script,
      in: repository.folder.path)
  }

  /// Returns true if the candidate of a comparison has changes that no commit has.
  private func isDirty(_ repository: PlantedRepository, _ out: String = "pair") throws -> Bool? {
    try RunOnDisk(repository.folder.path("\(out)-candidate")).fact("source.dirty") as? Bool
  }

  /// All files of the repository itself with what is in them, but for the list of builds.
  private func files(of repository: PlantedRepository) throws -> [String: Data] {
    let folder = repository.folder.path(".git")
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0 != "builds" }.reduce(into: [:]) { found, name in
      found[name] = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
    }
  }

  @Test("No file of it changes or is added, whatever is compared")
  func isOnlyRead() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "instructions")
    try repository.folder.write("something else\n", to: "plant")
    try repository.folder.write("new\n", to: "notes")
    let before = try files(of: repository)
    #expect(before.count > 10)
    let outcome = try await compare(["HEAD~1", "."], in: repository)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try files(of: repository) == before)
    #expect(try isDirty(repository) == true)
  }

  @Test("A linked worktree whose disk is not there keeps its record, and its commits")
  func linkedWorktree() async throws {
    let repository = try await PlantedRepository()
    let other = try TemporaryFolder()
    let (path, gone) = (other.path("linked"), other.path("gone"))
    try await repository.git("worktree", "add", "--quiet", "--detach", path)
    try await repository.git(
      "-C", path, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet",
      "--allow-empty", "--message", "only there")
    let commit = try await repository.git("-C", path, "rev-parse", "HEAD")
    try FileManager.default.moveItem(atPath: path, toPath: gone)
    let outcome = try await compare(["HEAD", "HEAD"], in: repository)
    #expect(outcome.status == 0, "\(outcome.error)")
    try FileManager.default.moveItem(atPath: gone, toPath: path)
    #expect(try await repository.git("-C", path, "rev-parse", "HEAD") == commit)
  }

  @Test("A repository that a hook names is not used, and not changed")
  func variables() async throws {
    let repository = try await PlantedRepository()
    let other = try await PlantedRepository()
    let before = try files(of: other)
    let folder = other.folder.path(".git")
    let outcome = try await compare(
      ["HEAD", "."], in: repository,
      script: """
        export GIT_DIR='\(folder)' GIT_WORK_TREE='\(other.folder.path)' GIT_INDEX_FILE='\(folder)/index'
        exec "$0" "$@"
        """)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try files(of: other) == before)
    let commit = try await repository.git("rev-parse", "--short=10", "HEAD")
    #expect(
      try RunOnDisk(repository.folder.path("pair-baseline")).fact("source.commit") as? String
        == commit.trimmingCharacters(in: .newlines))
  }

  @Test(
    "A second comparison waits for the first one's builds, and one without valgrind builds nothing")
  func beforeBuilding() async throws {
    let repository = try await PlantedRepository()
    let waited = try await compare(
      ["HEAD", "HEAD"], in: repository,
      script: """
        mkdir -p .build/ab && flock .build/ab/lock sleep 1 & sleep 0.3; "$0" "$@"
        """)
    #expect(waited.status == 0, "\(waited.error)")
    #expect(waited.error.contains("note: another comparison is building here"), "\(waited.error)")
    try await repository.commit(plant: "new")
    let missing = try await program.run(
      ["ab", "HEAD~1", "HEAD", "--instructions", "valgrind", "--no-time"]
        + repository.options.dropLast(2),
      script: """
        mkdir false && ln -s /bin/false false/valgrind && PATH=$PWD/false:$PATH "$0" "$@"
        """, in: repository.folder.path)
    #expect(missing.status == 2)
    #expect(missing.error.contains("apt-get install valgrind"), "\(missing.error)")
    #expect(repository.builds == 1)
  }

  @Test("Without .gitignore the builds are no part of the work tree: it is built once")
  func notIgnored() async throws {
    let repository = try await PlantedRepository()
    try await repository.git("rm", "--quiet", ".gitignore")
    try await repository.commit(plant: "nothing else")
    let before = try files(of: repository)
    for _ in 1...2 {
      let outcome = try await program.run(
        ["ab", "HEAD", "."] + repository.options + ["--no-time"], in: repository.folder.path)
      #expect(outcome.status == 0, "\(outcome.error)")
      try await Task.sleep(for: .seconds(1))
    }
    #expect(repository.builds == 1)
    #expect(try files(of: repository) == before)
  }

  @Test("A change of the harness itself is a note")
  func harness() async throws {
    let repository = try await PlantedRepository()
    let file = "Sources/BenchmarkWorker/Instruments/Größe.swift"
    try FileManager.default.createDirectory(
      atPath: repository.folder.path("Sources/BenchmarkWorker/Instruments"),
      withIntermediateDirectories: true)
    try repository.folder.write("// A clock.\n", to: file)
    try await repository.commit(plant: "instructions")
    let outcome = try await compare(["HEAD~1", "HEAD"], in: repository)
    #expect(
      outcome.output.contains("different harnesses (Sources/BenchmarkWorker/ differ)"),
      "\(outcome.output)\(outcome.error)")
  }

  @Test("A change within the second of a commit, of the same size, is measured")
  func racyChange() async throws {
    let repository = try await PlantedRepository()
    for number in 1...2 {
      try await repository.commit(plant: "aaaaaa\(number)")
      try await repository.git("update-index", "--refresh")
      try repository.folder.write("bbbbbb\(number)\n", to: "plant")
      let outcome = try await compare(["HEAD", "."], in: repository, out: "pair\(number)")
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(try isDirty(repository, "pair\(number)") == true)
    }
  }

  @Test("A change that git is told not to see is measured, and run says so")
  func hidden() async throws {
    let repository = try await PlantedRepository()
    let worker = try BuiltProgram("PlantedBenchmarks").path
    for mark in ["assume-unchanged", "skip-worktree"] {
      try await repository.git("update-index", "--\(mark)", "plant")
      try repository.folder.write("\(mark)\n", to: "plant")
      let outcome = try await compare(["HEAD", "."], in: repository, out: "pair-\(mark)")
      #expect(outcome.status == 0)
      #expect(try isDirty(repository, "pair-\(mark)") == true)
      let run = try await program.run(
        ["run", "--worker", worker, "--no-time", "--out", "results/\(mark)"],
        in: repository.folder.path)
      #expect(run.status == 0, "\(run.error)")
      #expect(
        try RunOnDisk(repository.folder.path("results/\(mark)")).fact("source.changes") as? String
          == "plant changed, which git is told not to see")
      try await repository.git("update-index", "--no-\(mark)", "plant")
    }
  }

  @Test("A repository inside, with or without a commit, is refused by its name")
  func repositoryInside() async throws {
    let repository = try await PlantedRepository()
    try await repository.git("init", "--quiet", "deps/inside")
    try repository.folder.write("1\n", to: "deps/inside/file")
    let words = "error: the work tree cannot be measured as it is: deps/inside/ is a git repository"
    let empty = try await compare(["HEAD", "."], in: repository)
    #expect(empty.status == 2 && empty.error.hasPrefix(words), "\(empty.error)")
    try await repository.git("-C", "deps/inside", "add", "file")
    try await repository.git(
      "-C", "deps/inside", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit",
      "--quiet", "--message", "inside")
    let full = try await compare(["HEAD", "."], in: repository)
    #expect(full.status == 2 && full.error.hasPrefix(words), "\(full.error)")
    // Commits have nothing of it.
    #expect(try await compare(["HEAD", "HEAD"], in: repository).status == 0)
  }

  @Test("A change inside a submodule is refused by name; without one it is measured")
  func submodule() async throws {
    let repository = try await PlantedRepository()
    let other = try await PlantedRepository()
    try await repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder.path,
      "deps/other")
    try await repository.commit(plant: "nothing")
    #expect(try await compare(["HEAD", "."], in: repository, out: "pair-clean").status == 0)
    #expect(try isDirty(repository, "pair-clean") == false)
    try repository.folder.write("something else\n", to: "deps/other/plant")
    let outcome = try await compare(["HEAD", "."], in: repository)
    #expect(outcome.status == 2)
    #expect(
      outcome.error.contains("in its submodule deps/other plant changed, and builds take"),
      "\(outcome.error)")
  }

  @Test("Hooks do not run, neither its own nor those that its configuration names")
  func hooks() async throws {
    let repository = try await PlantedRepository()
    let script = "#!/bin/sh\ntouch '\(repository.folder.path(".git/ran"))'\nexit 1\n"
    for folder in [".git/hooks", ".git/others"] {
      try FileManager.default.createDirectory(
        atPath: repository.folder.path(folder), withIntermediateDirectories: true)
      for name in ["post-checkout", "post-index-change", "reference-transaction"] {
        try repository.folder.write(script, to: "\(folder)/\(name)")
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: repository.folder.path("\(folder)/\(name)"))
      }
    }
    for setting in ["", repository.folder.path(".git/others")] {
      if !setting.isEmpty { try await repository.git("config", "core.hooksPath", setting) }
      let outcome = try await compare(["HEAD", "."], in: repository, out: "pair\(setting.count)")
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(!FileManager.default.fileExists(atPath: repository.folder.path(".git/ran")))
    }
  }
}
