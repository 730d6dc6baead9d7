import BenchmarkModel
import BenchmarkResults
import Foundation
import Subprocess

/// The checkout in a folder.
package struct Checkout: Equatable {
  /// The text in place of a commit if there is none.
  static let unknown = "none"

  /// Its commit, abbreviated.
  var commit: String
  /// The differences from the commit, in a few words; nil if none of them could change what is measured.
  var changes: String?
  /// The sources that changed after the program was built from them; nil if this is not known.
  package var newerSources: [String]?
  /// The reason, in words, why the program may not be built from the checkout; nil if it is.
  private var origin: String?

  /// The checkout in the working folder as it is, and a worker that may have been built from it.
  ///
  /// - Throws: ``Problem`` if it is in no repository, or in one without a commit or that git refuses.
  package static func present(for worker: WorkerGreeting) async throws -> Checkout {
    let (root, _) = try await Git.place(of: ".")
    var checkout = Checkout(commit: try await head(of: root))
    // A debug build has a list of files for each file, and is of no use as a baseline anyway.
    if worker.configuration == .release {
      checkout.newerSources = worker.program?.newerSources(in: root)
      if checkout.newerSources == nil, let program = worker.program {
        checkout.origin =
          program.package == nil
          ? "nothing beside the worker says what it was built from"
          : "the worker was built elsewhere, from no file of it"
      }
    }
    do { checkout.changes = try await changes(in: root) } catch let problem as Problem {
      checkout.changes = "git does not say what changed: \(problem.problem)"
    }
    if let newer = checkout.newer { checkout.changes = checkout.changes ?? newer }
    return checkout
  }

  /// The difference between the program and its sources, in a few words; nil if none is known.
  private var newer: String? {
    guard let first = newerSources?.first, let count = newerSources?.count else { return nil }
    let others = count > 1 ? " and \(count - 1) more" : ""
    return "\(first)\(others) changed after the worker was built"
  }

  /// The warning that the program is older than its sources, or not known to be of this repository; nil if it is.
  var warning: String? {
    newer.map { "\($0): build it and measure again" }
      ?? origin.map { "the commit \(commit) is that of the present folder, and \($0)" }
  }

  /// The commit of a repository, abbreviated.
  ///
  /// - Throws: ``Problem`` if it has none yet.
  package static func head(of root: String) async throws -> String {
    let outcome = try await Git.run(
      ["rev-parse", "--quiet", "--verify", "--short=10", "HEAD"], in: root)
    guard outcome.isSuccess, !outcome.text.isEmpty else {
      throw Problem("the repository \(root) has no commit yet", hint: "commit something")
    }
    return outcome.text
  }

  /// Returns the differences from the commit in a repository and its submodules, in a few words; nil if there are none.
  ///
  /// Files that git does not know are changes only if they are sources: a folder of results is no reason to doubt which
  /// code ran.
  package static func changes(in root: String) async throws -> String? {
    let quiet = try await withoutFilters(of: root)
    var all = try await Git.fields(
      of: ["status", "--porcelain=v2", "-z", "--untracked-files=no", "--ignore-submodules=dirty"],
      in: root, .reading, quiet)
    all = paths(of: all).map { "\($0) changed" }
    let entries = try await Git.fields(
      of: ["ls-files", "--stage", "-v", "-z"], in: root, .reading, quiet
    )
    .compactMap(IndexEntry.init)
    all += try await hidden(entries, root, quiet).map {
      "\($0) changed, which git is told not to see"
    }
    let patterns = sourceEndings.map { ":(top)*.\($0)" }
    all += try await Git.fields(
      of: ["ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--"] + patterns,
      in: root, .reading, quiet
    ).map { "\($0), which git does not know" }
    for entry in entries where entry.isSubmodule {
      if let change = try await change(inSubmodule: "\(root)/\(entry.path)") {
        all.append("in the submodule \(entry.path): \(change)")
      }
    }
    return all.first.map { all.count == 1 ? $0 : "\($0), and \(all.count - 1) more" }
  }

  /// Returns the differences in a submodule; nil if there are none, or it is not filled.
  package static func change(inSubmodule path: String) async throws -> String? {
    // Without files of its own git would look at the repository around it.
    guard let place = try? await Git.place(of: path), place.prefix.isEmpty,
      place.root == URL(filePath: path).path
    else { return nil }
    return try await changes(in: path)
  }

  /// The paths in what `git status --porcelain=v2 -z` says of files that git knows.
  static func paths(of entries: [String]) -> [String] {
    var paths: [String] = []
    var isOrigin = false
    for entry in entries {
      // The former path of a renamed file comes after it.
      guard !isOrigin else {
        isOrigin = false
        continue
      }
      isOrigin = entry.hasPrefix("2 ")
      let before = ["1": 8, "2": 9, "u": 10][String(entry.prefix(1))] ?? 0
      let parts = entry.split(separator: " ", maxSplits: before)
      paths.append(parts.last.map(String.init) ?? entry)
    }
    return paths
  }

  /// The extensions of files that a build may compile without being told of them.
  private static let sourceEndings = [
    "swift", "c", "h", "cc", "cpp", "cxx", "hpp", "m", "mm", "s", "S", "modulemap",
  ]

  /// The files that are marked so that git does not look at them, and that differ all the same.
  private static func hidden(
    _ entries: [IndexEntry], _ root: String, _ quiet: [Environment.Key: String]
  ) async throws -> [String] {
    let marked = entries.filter {
      $0.isHidden && FileManager.default.fileExists(atPath: "\(root)/\($0.path)")
    }
    guard !marked.isEmpty else { return [] }
    return try await TemporaryPlace.with { folder in
      var variables = quiet
      variables["GIT_INDEX_FILE"] = "\(folder)/index"
      let lines = marked.map { "\($0.mode) \($0.id) 0\t\($0.path)\0" }.joined()
      _ = try await Git.text(
        of: ["update-index", "-z", "--index-info"], in: root, .reading, variables,
        input: Data(lines.utf8))
      // It says 1 if something differs.
      _ = try await Git.run(["update-index", "-q", "--refresh"], in: root, .reading, variables)
      return try await Git.fields(
        of: ["diff-files", "-z", "--name-only"], in: root, .reading, variables)
    }
  }

  /// The environment in which git runs no filter that a repository itself names; those of the user stay.
  private static func withoutFilters(of root: String) async throws -> [Environment.Key: String] {
    let filters = try await Git.settings(in: root).filter { $0.name.hasPrefix("filter.") }
    let own = Set(filters.filter { Git.isOfRepository($0.scope) }.map(\.name)).sorted()
    var variables: [Environment.Key: String] = ["GIT_CONFIG_COUNT": "\(own.count)"]
    for (number, name) in own.enumerated() {
      let users = filters.last { $0.name == name && !Git.isOfRepository($0.scope) }
      // By the environment, where a name may have any letters.
      variables[Environment.Key(stringLiteral: "GIT_CONFIG_KEY_\(number)")] = name
      variables[Environment.Key(stringLiteral: "GIT_CONFIG_VALUE_\(number)")] = users?.value ?? ""
    }
    return variables
  }
}

/// A line of an index, as `git ls-files --stage -v -z` has it.
private struct IndexEntry {
  let mode: Substring
  let id: Substring
  let path: String
  /// True if it is marked with assume-unchanged or skip-worktree.
  let isHidden: Bool

  var isSubmodule: Bool { mode == "160000" }

  init?(_ field: String) {
    guard let tab = field.firstIndex(of: "\t") else { return nil }
    let facts = field[..<tab].split(separator: " ")
    guard facts.count == 4, facts[3] == "0" else { return nil }
    (mode, id, path) = (facts[1], facts[2], String(field[field.index(after: tab)...]))
    isHidden = facts[0] == "S" || facts[0].first?.isLowercase == true
  }
}
