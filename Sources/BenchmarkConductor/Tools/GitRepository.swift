import Foundation
import Subprocess

/// The git repository around a folder.
package struct GitRepository: Sendable {
  /// Its outermost folder.
  package let root: String
  /// The given folder, relative to the root; empty, or with a slash at its end.
  package let prefix: String

  /// Finds the repository that contains a folder.
  ///
  /// - Throws: `RunError` if there is none, or git is missing.
  package init(around folder: String) async throws {
    let root = try? await Self.git(["rev-parse", "--show-toplevel"], in: folder)
    let prefix = try? await Self.git(["rev-parse", "--show-prefix"], in: folder)
    guard let root, let prefix else {
      throw RunError(
        "\(folder) is not in a git repository, so there are no commits to compare: name two executables, or go to the repository"
      )
    }
    self.root = root
    self.prefix = prefix
  }

  /// The commit of a name: a commit, a branch, a tag, or `.` for the work tree as it is.
  ///
  /// - Throws: `RunError` if there is no such commit.
  package func commit(_ name: String) async throws -> Commit {
    if name == "." { return try await workTree() }
    // A name that begins with a dash would be an option.
    let id = try? await git([
      "rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}",
    ])
    guard let id, !id.isEmpty else {
      throw RunError(
        "\(name) is no commit, branch or tag of \(root): `git log --oneline` lists commits, and . means the work tree"
      )
    }
    return try await commit(id: id, isDirty: false)
  }

  private func commit(id: String, isDirty: Bool, shown: String? = nil) async throws -> Commit {
    Commit(
      id: id, tree: try await git(["rev-parse", "\(id)^{tree}"]),
      short: try await git(["rev-parse", "--short=10", shown ?? id]), isDirty: isDirty)
  }

  /// The work tree as a commit that no branch contains: with all changes, and all new files that git does not ignore.
  ///
  /// It is made in a separate index, so that neither work tree nor index change.
  private func workTree() async throws -> Commit {
    let folder = try TemporaryPlace.fresh()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let index = "\(folder)/index"
    let own = try await git(["rev-parse", "--path-format=absolute", "--git-path", "index"])
    // It contains git's record of the files' times, so that unchanged files need not be read.
    try? FileManager.default.copyItem(atPath: own, toPath: index)
    let variables: [Environment.Key: String?] = [
      "GIT_INDEX_FILE": index, "GIT_AUTHOR_NAME": "keystroke-bench",
      "GIT_AUTHOR_EMAIL": "keystroke-bench", "GIT_AUTHOR_DATE": "2000-01-01T00:00:00Z",
      "GIT_COMMITTER_NAME": "keystroke-bench", "GIT_COMMITTER_EMAIL": "keystroke-bench",
      "GIT_COMMITTER_DATE": "2000-01-01T00:00:00Z",
    ]
    _ = try await git(["add", "--all"], variables)
    let tree = try await git(["write-tree"], variables)
    let head = try await commit("HEAD")
    guard tree != head.tree else { return head }
    let id = try await git(
      ["commit-tree", tree, "-p", head.id, "-m", "The work tree"], variables)
    return try await commit(id: id, isDirty: true, shown: head.id)
  }

  /// Lends a worktree of a commit to `body`, and removes it afterwards in any case.
  ///
  /// - Throws: `RunError` if git cannot make it; the errors of `body`.
  package func withWorktree<Result>(
    of commit: Commit, at path: String, _ body: () async throws -> Result
  ) async throws -> Result {
    do {
      _ = try await git(["worktree", "add", "--detach", "--quiet", path, commit.id])
      let result = try await body()
      try await removeWorktree(path)
      return result
    } catch {
      // Not in this task, which may have been cancelled.
      try? await Task.detached { try await removeWorktree(path) }.value
      throw error
    }
  }

  /// Removes a worktree, or its remains in the folder or in git's list; a missing one is fine.
  ///
  /// - Throws: `RunError` or the system's error if it cannot be removed.
  package func removeWorktree(_ path: String) async throws {
    guard FileManager.default.fileExists(atPath: path) else {
      _ = try await git(["worktree", "prune"])
      return
    }
    if (try? await git(["worktree", "remove", "--force", path])) == nil {
      try FileManager.default.removeItem(atPath: path)
      _ = try await git(["worktree", "prune"])
    }
  }

  /// The folders of a commit's submodules, which a worktree leaves empty.
  package func submodules(of commit: Commit) async -> [String] {
    let lines = try? await git([
      "config", "--blob", "\(commit.id):.gitmodules", "--get-regexp", #"^submodule\..*\.path$"#,
    ])
    return (lines ?? "").split(separator: "\n").compactMap { line in
      line.split(separator: " ", maxSplits: 1).last.map(String.init)
    }
  }

  /// The folders, of those given, that differ between two commits.
  package func changes(from a: Commit, to b: Commit, in folders: [String]) async -> [String] {
    guard a.tree != b.tree else { return [] }
    let names = try? await git(
      ["diff", "--name-only", "--no-renames", a.id, b.id, "--"]
        + folders.map { ":(top)\(prefix)\($0)" })
    let changed = (names ?? "").split(separator: "\n")
    return folders.filter { folder in
      changed.contains { $0.hasPrefix("\(prefix)\(folder)/") }
    }
  }

  /// The hash of a text, as git computes it.
  package func hash(of text: String) async throws -> String {
    try await SystemTool.run("git", ["hash-object", "--stdin"], input: text).text
  }

  private func git(
    _ arguments: [String], _ variables: [Environment.Key: String?] = [:]
  ) async throws -> String {
    try await Self.git(arguments, in: root, variables)
  }

  /// The output of git.
  ///
  /// - Throws: `RunError` with git's own words if it fails.
  private static func git(
    _ arguments: [String], in folder: String, _ variables: [Environment.Key: String?] = [:]
  ) async throws -> String {
    // A hook that runs this program sets the location of its repository; here the folder decides.
    let foreign: [Environment.Key: String?] = [
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_PREFIX": nil,
    ]
    let outcome = try await SystemTool.run(
      "git", arguments, environment: .inherit.updating(foreign.merging(variables) { $1 }),
      in: folder)
    guard outcome.isSuccess else {
      throw RunError(
        "git \(arguments.joined(separator: " ")) failed: \(outcome.reasons.last)")
    }
    return outcome.text
  }
}

/// A state of the sources.
package struct Commit: Equatable, Sendable {
  /// The whole id.
  package var id: String
  /// The id of its files: equal for commits that differ only in their message.
  package var tree: String
  /// The abbreviated id, as in runs; for a work tree, that of the commit it is based on.
  package var short: String
  /// True if it is a work tree that differs from its commit.
  package var isDirty: Bool
}
