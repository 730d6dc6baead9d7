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
    try await git("commit", "--quiet", "--message", plant)
  }

  /// Runs git in the repository.
  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    let arguments =
      [
        "-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "protocol.file.allow=always",
      ] + arguments
    let result = try await Subprocess.run(
      .name("git"), arguments: Arguments(arguments), workingDirectory: FilePath(folder.path),
      output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess else { throw GitFailed(error: result.standardError) }
    return result.standardOutput
  }

  /// Compares without times.
  ///
  /// - Parameters:
  ///   - arguments: the last arguments.
  ///   - beside: a folder; if it has a file `setup.sh`, its commands are executed before.
  /// - Returns: the outcome.
  /// - Throws: the errors of launching.
  func compare(
    _ arguments: [String], beside: TemporaryFolder
  ) async throws -> BuiltProgram.Outcome {
    let setup = beside.path("setup.sh")
    return try await BuiltProgram.keystrokeBench.run(
      ["ab", "--no-time"] + options + arguments,
      script: "if [ -e '\(setup)' ]; then . '\(setup)'; fi; exec \"$0\" \"$@\"", in: folder.path)
  }

  /// The plants that the kept builds found, in order.
  var built: [String] {
    let place = folder.path(".build/ab/built")
    return ((try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []).compactMap {
      try? folder.text(".build/ab/built/\($0)/plant.resources/name")
        .trimmingCharacters(in: .newlines)
    }.sorted()
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
    left += leftFolders
    let changes = try await git("status", "--porcelain").split(separator: "\n")
    if !changes.isEmpty { left.append("changes: \(changes)") }
    return left
  }

  /// The folders in which commits are checked out, which a comparison removes.
  var leftFolders: [String] {
    ["tree", "repository"].map { folder.path(".build/ab/\($0)") }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }

  struct GitFailed: Error {
    var error: String
  }
}
