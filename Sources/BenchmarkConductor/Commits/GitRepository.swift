import BenchmarkResults
import Foundation

/// The user's git repository around a folder, which is only read.
package struct GitRepository: Sendable {
  /// Its outermost folder.
  package let root: String
  /// The folder that was asked for, relative to the root; empty, or with a slash at its end.
  package let prefix: String

  /// The repository that a folder is in.
  ///
  /// - Throws: `Problem` if it is in none, git refuses it, or there is no git.
  package init(around folder: String) async throws {
    do { (root, prefix) = try await Git.place(of: folder) } catch let problem as Problem {
      throw Problem(
        "there are no commits to compare: \(problem.problem)",
        hint: problem.hint ?? "name two executables, or go to the repository")
    }
  }

  /// The id of the commit that a name means: a commit, a branch, a tag.
  ///
  /// - Throws: `Problem` if it means none.
  package func id(of name: String) async throws -> String {
    // A name that begins with a dash would be an option.
    let outcome = try await Git.run(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"], in: root)
    guard outcome.isSuccess, !outcome.text.isEmpty else { throw await unknown(name) }
    return outcome.text
  }

  /// An id, abbreviated as runs have it.
  package func short(_ id: String) async throws -> String {
    try await ask("rev-parse", "--short=10", id)
  }

  /// Runs a command of git, and returns what it writes, trimmed.
  ///
  /// - Throws: `Problem` with git's own words if it fails.
  package func ask(_ arguments: String...) async throws -> String {
    try await Git.text(of: arguments, in: root)
  }

  /// The path of a file that git keeps for the checkout.
  package func path(_ name: String) async throws -> String {
    try await ask("rev-parse", "--path-format=absolute", "--git-path", name)
  }

  /// True if it has no work tree.
  var isBare: Bool {
    get async throws { try await ask("rev-parse", "--is-bare-repository") == "true" }
  }

  /// The packages in folders that git ignores, or directly in such a folder, relative to the root.
  package func ignoredPackages() async throws -> [String] {
    let manager = FileManager.default
    guard try await !isBare else { return [] }
    let ignored = try await Git.fields(
      of: ["ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"],
      in: root
    ).filter { $0.hasSuffix("/") && !$0.hasSuffix(".build/") }
    return ignored.flatMap { folder in
      let inside = (try? manager.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
      return [String(folder.dropLast())] + inside.map { folder + $0 }
    }.filter { manager.fileExists(atPath: "\(root)/\($0)/Package.swift") }
  }

  /// Says why a name means no commit: it is one of a remote, the history is cut off, or there is none.
  private func unknown(_ name: String) async -> Problem {
    if let problem = await noCommit() { return problem }
    if name.isEmpty {
      return Problem("the name of a commit is empty", hint: "HEAD names the present one")
    }
    let start = "\(name) is not a commit, branch or tag of \(root): "
    if name.wholeMatch(of: /[A-Za-z0-9._\/-]+/) != nil,
      let remote = try? await ask(
        "for-each-ref", "--count=1", "--format=%(refname:short)", "refs/remotes/*/\(name)"),
      !remote.isEmpty
    {
      return Problem(start + "there is \(remote), which you can name")
    }
    if (try? await ask("rev-parse", "--is-shallow-repository")) == "true" {
      return Problem(
        start
          + "the clone is shallow, and older commits are not in it; git fetch --unshallow gets them (in a workflow: fetch-depth: 0)"
      )
    }
    if name.wholeMatch(of: /[0-9a-f]{40}|[0-9a-f]{64}/) != nil {
      return Problem(
        start + "no branch here has it, as after a force-push",
        hint: name.contains { $0 != "0" }
          ? "git fetch origin \(name)" : "a new branch has no commit before it: name its base")
    }
    return Problem(start + "`git log --oneline` lists commits, and . means the work tree")
  }

  private func noCommit() async -> Problem? {
    do { _ = try await Checkout.head(of: root) } catch { return error as? Problem }
    return nil
  }
}

/// A state of the sources.
package struct Commit: Equatable, Sendable {
  /// The whole id.
  package var id: String
  /// The id of its files: equal for commits that differ in their message alone.
  package var tree: String
  /// The abbreviated id, as runs have it; of a work tree that of the commit it is based on.
  package var short: String
  /// True if it is a work tree that differs from its commit.
  package var isDirty: Bool
}
