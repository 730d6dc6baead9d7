import Foundation
import RunFixtures
import Testing

/// Why there is no commit: five causes, each with git's own reason and the hint.
@Suite("Git's reasons", .needsLiveShim)
struct RepositoryProblemTests {
  private let program = BuiltProgram.keystrokeBench

  /// Returns the messages of `ab`, and the warnings of a run.
  private func said(
    _ repository: PlantedRepository, _ base: String = "HEAD", prefix: String = "exec"
  ) async throws -> (ab: String, run: [String]) {
    let script = "\(prefix) \"$0\" \"$@\""
    let ab = try await program.run(
      ["ab", base] + repository.options, script: script, in: repository.folder.path)
    #expect(ab.status == 2)
    let worker = try BuiltProgram("PlantedBenchmarks").path
    let run = try await program.run(
      ["run", "--worker", worker, "--no-time", "--no-allocations", "--out", "run"], script: script,
      in: repository.folder.path)
    #expect(run.status == 0, "\(run.error)")
    return (ab.error, try RunOnDisk(repository.folder.path("run")).warnings)
  }

  @Test("A checkout of another user", .enabled(if: geteuid() == 0))
  func otherUser() async throws {
    let repository = try await PlantedRepository()
    chown(repository.folder.path, 65_534, 65_534)
    let said = try await said(repository)
    for text in [said.ab] + said.run {
      #expect(text.contains("belongs to another user: detected dubious ownership"), "\(text)")
      #expect(text.contains("if you trust it: git config --global --add safe.directory "))
    }
    #expect(said.run.count == 1)
  }

  @Test("No git")
  func noGit() async throws {
    let repository = try await PlantedRepository()
    let folder = try TemporaryFolder()
    for name in ["strip", "setarch", "taskset", "prlimit", "sh"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: "/usr/bin/\(name)")
    }
    let said = try await said(repository, prefix: "PATH='\(folder.path)' exec")
    #expect(said.ab.contains("there is no git on PATH; apt-get install git"), "\(said.ab)")
    #expect(said.run == ["the commit is not known: there is no git on PATH; apt-get install git"])
  }

  @Test("No repository")
  func noRepository() async throws {
    let repository = try await PlantedRepository()
    try FileManager.default.removeItem(atPath: repository.folder.path(".git"))
    let said = try await said(repository)
    #expect(
      said.ab.contains("is not in a git repository; name two executables, or go to the repository"))
    #expect(said.run == ["the commit is not known: the present folder is not in a git repository"])
  }

  @Test("No commit")
  func noCommit() async throws {
    let repository = try await PlantedRepository()
    try await repository.git("update-ref", "-d", "HEAD")
    let said = try await said(repository)
    for text in [said.ab] + said.run {
      #expect(text.contains("has no commit yet; commit something"), "\(text)")
    }
    #expect(said.run.count == 1)
  }

  @Test("A shallow clone, and a branch that only a remote has")
  func shallow() async throws {
    let repository = try await PlantedRepository()
    try await repository.commit(plant: "instructions")
    try await repository.git("branch", "topic")
    let folder = try TemporaryFolder()
    try await repository.git(
      "clone", "--quiet", "--depth", "1", "--no-single-branch",
      "file://\(repository.folder.path)", folder.path("clone"))
    func ab(_ base: String) async throws -> String {
      let outcome = try await program.run(
        ["ab", base] + repository.options, in: folder.path("clone"))
      #expect(outcome.status == 2)
      return outcome.error
    }
    let older = try await ab("HEAD~1")
    #expect(older.contains("the clone is shallow"), "\(older)")
    #expect(older.contains("git fetch --unshallow gets them"), "\(older)")
    let remote = try await ab("topic")
    #expect(remote.contains("topic is not a commit, branch or tag"), "\(remote)")
    #expect(remote.contains("there is origin/topic, which you can name"), "\(remote)")
  }
}
