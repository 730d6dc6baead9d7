import Foundation
import Subprocess
import SystemPackage

/// The error for a commit that does not build, or builds nothing that can be measured.
package struct UnbuiltCommit: Error, CustomStringConvertible {
  /// The commit and the cause.
  package let description: String
}

extension CommitBuilder {
  /// Runs the recipe, and ends every process that it started and left running.
  ///
  /// - Parameters:
  ///   - package: the folder of the package in the worktree.
  ///   - name: the name of the commit in errors.
  ///   - remark: a possible reason for a failure, or nil.
  /// - Throws: `UnbuiltCommit` with the first error of the log.
  func build(in package: String, named name: String, remark: String?) async throws {
    let log = "\(folder)/build.log"
    let script =
      recipe.command
      ?? "swift build -c release --scratch-path \"$1\" --product \"$2\" \(Relinker.flags.joined(separator: " "))"
    let descriptor = try FileDescriptor.open(
      FilePath(log), .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    let status = try await TemporaryPlace.with { temporary in
      try await Self.run(
        script, ["\(folder)/scratch", recipe.product], in: package, temporary: temporary,
        log: descriptor)
    }
    try Task.checkCancellation()
    guard status.isSuccess else {
      let lines = ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
        .split(separator: "\n")
      let reason = lines.first { $0.contains("error:") } ?? lines.last ?? "no reason given"
      throw UnbuiltCommit(
        description: "\(name) does not build: \(reason); all of it is in \(log)"
          + (remark.map { "; \($0)" } ?? ""))
    }
  }

  /// Runs the script, its first argument, with the others; everything ends when the other end of its input is closed.
  ///
  /// So a build does not continue after this program was killed.
  private static let watched = """
    exec 3<&0 </dev/null
    { while read -r _ <&3; do :; done; trap '' TERM; kill -TERM 0; sleep 2; kill -KILL 0; } &
    script=$1; shift
    sh -c "$script" sh "$@" 3<&-
    """

  private static func run(
    _ script: String, _ arguments: [String], in folder: String, temporary: String,
    log: FileDescriptor
  ) async throws -> TerminationStatus {
    try LaunchRoom.check()
    let (input, held) = try FileDescriptor.pipe(options: .closeOnExec)
    defer { try? held.close() }
    let ending = GroupEnding()
    do {
      let outcome = try await OrphanedProcesses.sparing {
        try await Subprocess.run(
          .name("sh"), arguments: Arguments(["-c", watched, "sh", script] + arguments),
          environment: .inherit.updating(
            Git.withoutRepository.merging(["TMPDIR": temporary]) { $1 }),
          workingDirectory: FilePath(folder),
          platformOptions: .apart(ending: .seconds(2)),
          input: .fileDescriptor(input, closeAfterSpawningProcess: true),
          output: .fileDescriptor(log, closeAfterSpawningProcess: false),
          error: .fileDescriptor(log, closeAfterSpawningProcess: true)
        ) { execution in
          ending.begin(execution.processIdentifier.value)
        }
      }
      await ending.finishGently()
      return outcome.terminationStatus
    } catch {
      await ending.finishGently()
      throw error
    }
  }
}
