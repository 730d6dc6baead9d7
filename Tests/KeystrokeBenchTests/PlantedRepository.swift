import Foundation
import RunFixtures
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A git repository whose commits build workers that differ in one plant.
///
/// The build is a shell script that copies the worker built beside the tests: real worktrees, real workers, no
/// compiler.
struct PlantedRepository {
  let folder: TemporaryFolder

  /// The options of `ab` apart from the commits.
  let options = [
    "--build", "sh build.sh", "--worker", "out/PlantedBenchmarks", "--no-allocations",
    "--instructions", "none",
  ]

  /// Creates a repository with one commit, which has no plant.
  init() async throws {
    folder = try TemporaryFolder()
    let worker = try BuiltProgram("PlantedBenchmarks").path
    try folder.write(
      """
      mkdir -p out/plant.resources && cp plant out/plant.resources/name && cp '\(worker)' out/ && echo built >>"$LOG"

      """.replacing("$LOG", with: folder.path(".git/builds")), to: "build.sh")
    try folder.write("/.build\n/results\n/pair*\n/again*\n", to: ".gitignore")
    try await git("init", "--quiet", "--initial-branch", "main")
    try await commit(plant: "nothing")
  }

  /// Adds a commit with a plant.
  func commit(plant: String) async throws {
    try folder.write("\(plant)\n", to: "plant")
    try await git("add", "--all")
    try await git(
      "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", plant
    )
  }

  /// Runs git in the repository.
  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    let result = try await Subprocess.run(
      .name("git"), arguments: Arguments(arguments), workingDirectory: FilePath(folder.path),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess else { throw GitFailed(error: result.standardError) }
    return result.standardOutput
  }

  /// The number of builds of commits.
  var builds: Int {
    ((try? folder.text(".git/builds")) ?? "").split(separator: "\n").count
  }

  /// Returns what a comparison must not leave behind: worktrees, changes, processes.
  func leftovers() async throws -> [String] {
    var left: [String] = []
    let worktrees = try await git("worktree", "list", "--porcelain")
      .split(separator: "\n").filter { $0.hasPrefix("worktree ") }
    if worktrees.count != 1 { left.append("worktrees: \(worktrees)") }
    for name in ["tree", "repository"]
    where FileManager.default.fileExists(atPath: folder.path(".build/ab/\(name)")) {
      left.append("the folder \(name) of builds")
    }
    let changes = try await git("status", "--porcelain").split(separator: "\n")
    if !changes.isEmpty { left.append("changes: \(changes)") }
    return left
  }

  struct GitFailed: Error {
    var error: String
  }
}
