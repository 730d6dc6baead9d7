import BenchmarkResults
import Foundation
import Subprocess

/// A repository of this tool's own, in which commits are checked out to be built.
///
/// It borrows the objects of the user's repository and writes into itself alone: the user's has no new object, reference,
/// index, worktree or hook afterwards, whatever happens. It is made anew for each comparison and removed with it.
struct BuildRepository: Sendable {
  private let user: GitRepository
  /// The folder with the objects, and the one where commits are checked out.
  private let place: Place
  /// The paths, relative to the package, that are never part of a work tree.
  private static let excluded = [".build/", "results/runs/"]

  /// The folders of a repository.
  struct Place: Sendable {
    /// The repository.
    let repository: String
    /// Everything that a build of a commit may name; see ``CheckoutSurroundings``.
    let surroundings: CheckoutSurroundings
    /// The folder in which commits are checked out.
    var tree: String { surroundings.tree }

    /// The folders inside that of all comparisons, for the user's repository in `root`.
    init(in folder: String, of root: String) {
      repository = "\(folder)/repository"
      surroundings = CheckoutSurroundings(of: root, in: "\(folder)/tree")
    }

    /// Removes both, or what is left of them.
    func remove() throws {
      for path in [surroundings.folder, repository]
      where FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// Makes the repository; the caller removes its place.
  ///
  /// - Throws: `Problem`, or the system's error.
  init(of user: GitRepository, at place: Place) async throws {
    self.user = user
    self.place = place
    try place.remove()
    try place.surroundings.link()
    let format = try await user.ask("rev-parse", "--show-object-format")
    _ = try await Git.text(
      of: [
        "init", "--quiet", "--template=", "--object-format=\(format)", "--separate-git-dir",
        place.repository, place.tree,
      ], in: user.root, .working)
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: "\(place.repository)/info", withIntermediateDirectories: true)
    // In quotes as in C, since the file has a path in each line: every byte is three octal digits.
    let objects = try await user.path("objects").utf8.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }.joined()
    try "\"\(objects)\"\n".write(
      toFile: "\(place.repository)/objects/info/alternates", atomically: false, encoding: .utf8)
    for name in ["info/exclude", "info/attributes", "shallow"] {
      let own = try await user.path(name)
      guard manager.fileExists(atPath: own) else { continue }
      try manager.copyItem(atPath: own, toPath: "\(place.repository)/\(name)")
    }
    let known =
      (try? String(contentsOfFile: "\(place.repository)/info/exclude", encoding: .utf8)) ?? ""
    let patterns = Self.excluded.map { Self.pattern("/\(user.prefix)\($0)") }
    try ([known] + patterns).joined(separator: "\n").write(
      toFile: "\(place.repository)/info/exclude", atomically: false, encoding: .utf8)
    try await takeSettings()
  }

  /// The pattern of an ignored path that means it letter by letter.
  private static func pattern(_ path: String) -> String {
    path.reduce(into: "") { pattern, letter in
      if #"\*?[ "#.contains(letter) { pattern.append("\\") }
      pattern.append(letter)
    }
  }

  /// Takes over the settings that decide what a checkout of the user's holds, and where missing objects are.
  private func takeSettings() async throws {
    var text = "[core]\n\thooksPath = /dev/null\n"
    for (scope, name, value) in try await Git.settings(in: user.root)
    where Git.isOfRepository(scope) && Self.isTaken(name) {
      let parts = name.split(separator: ".", omittingEmptySubsequences: false)
      let middle = parts.dropFirst().dropLast().joined(separator: ".")
      text += "[\(parts[0])" + (parts.count > 2 ? " \(Self.quoted(middle))" : "") + "]\n"
      text += "\t\(parts[parts.count - 1]) = \(Self.quoted(value))\n"
    }
    if (try? await user.ask("config", "--get", "remote.origin.url")) == nil {
      // Else addresses of submodules that are relative would be so to this repository.
      text += "[remote \"origin\"]\n\turl = \(Self.quoted(user.root))\n"
    }
    let file = "\(place.repository)/config"
    let own = try String(contentsOfFile: file, encoding: .utf8)
    try (own + text).write(toFile: file, atomically: false, encoding: .utf8)
    if text.contains("[extensions]") {
      _ = try await git(["config", "core.repositoryFormatVersion", "1"])
    }
  }

  private static func isTaken(_ name: String) -> Bool {
    let names: Set = [
      "core.autocrlf", "core.eol", "core.symlinks", "core.filemode", "core.ignorecase",
      "core.precomposeunicode", "core.excludesfile", "core.attributesfile", "core.longpaths",
      "core.sshcommand", "extensions.partialclone",
    ]
    let sections = ["filter.", "lfs.", "remote.", "submodule.", "url.", "http.", "credential."]
    return names.contains(name) || sections.contains(where: name.hasPrefix)
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }

  /// The commit that a name means: a commit, a branch, a tag, or `.` for the work tree as it is.
  ///
  /// - Throws: `Problem` if it means none.
  func commit(_ name: String) async throws -> Commit {
    if name == "." {
      guard try await !user.isBare else {
        throw Problem(
          "\(user.root) is a bare repository, which has no work tree", hint: "name two commits")
      }
      return try await workTree()
    }
    return try await commit(id: try await user.id(of: name), isDirty: false)
  }

  private func commit(id: String, isDirty: Bool, shown: String? = nil) async throws -> Commit {
    Commit(
      id: id, tree: try await git(["rev-parse", "\(id)^{tree}"]),
      short: try await user.short(shown ?? id), isDirty: isDirty)
  }

  /// The work tree as a commit that no branch knows: exactly what a build there would see, without what git ignores.
  ///
  /// Every file is read, so that no mark in the user's index and no time of a file hides a change.
  ///
  /// - Throws: `Problem` if a part of it cannot be in a commit: changes in a submodule, or a repository inside.
  private func workTree() async throws -> Commit {
    var variables: [Environment.Key: String] = [
      "GIT_DIR": place.repository, "GIT_WORK_TREE": user.root,
      "GIT_INDEX_FILE": "\(place.repository)/work-tree.index",
    ]
    for who in ["AUTHOR", "COMMITTER"] {
      for (what, value) in [
        ("NAME", "keystroke-bench"), ("EMAIL", "keystroke-bench"), ("DATE", "2000-01-01T00:00:00Z"),
      ] { variables[Environment.Key(stringLiteral: "GIT_\(who)_\(what)")] = value }
    }
    let known = try await Git.run(["ls-files", "--stage", "-z"], in: user.root)
    guard known.isSuccess else {
      throw Problem(
        "git does not list the files of \(user.root): \(known.reasons.last)",
        hint: "see what `git status` says there, or compare commits"
      )
    }
    // Names alone: which files are known although they are ignored, and which are submodules.
    _ = try await Git.text(
      of: ["update-index", "-z", "--index-info"], in: user.root, .working, variables,
      input: Data(known.output))
    try await refuseRepositoriesInside(variables)
    _ = try await Git.text(
      of: ["-c", "core.safecrlf=false", "add", "--all"], in: user.root, .working, variables)
    let tree = try await Git.text(of: ["write-tree"], in: user.root, .working, variables)
    let head = try await commit("HEAD")
    guard tree != head.tree else { return head }
    let id = try await Git.text(
      of: ["commit-tree", tree, "-p", head.id, "-m", "The work tree"], in: user.root, .working,
      variables)
    return try await commit(id: id, isDirty: true, shown: head.id)
  }

  /// A commit holds no file of a repository inside, and of a submodule only the name of its commit.
  private func refuseRepositoriesInside(_ variables: [Environment.Key: String]) async throws {
    let others = try await Git.fields(
      of: ["ls-files", "--others", "--exclude-standard", "-z"], in: user.root, .working, variables)
    if let inside = others.first(where: { $0.hasSuffix("/") }) {
      throw Problem(
        "the work tree cannot be measured as it is: \(inside) is a git repository of its own, whose files are in no commit of this one",
        hint:
          "if no build needs it, add it to .gitignore, else remove its .git or add it as a submodule"
      )
    }
    let staged = try await Git.fields(
      of: ["ls-files", "--stage", "-z"], in: user.root, .working, variables)
    for entry in staged where entry.hasPrefix("160000 ") {
      guard let path = entry.split(separator: "\t", maxSplits: 1).last,
        let change = try await Checkout.change(inSubmodule: "\(user.root)/\(path)")
      else { continue }
      throw Problem(
        "the work tree cannot be measured as it is: in its submodule \(path) \(change), and builds take submodules from their commits",
        hint: "commit it there, or compare commits"
      )
    }
  }

  /// Lends a checkout of a commit to `body`, and empties it afterwards, whatever comes of that.
  ///
  /// - Throws: `Problem` if git cannot make it; what `body` throws.
  func withCheckout<Result>(
    of commit: Commit, _ body: (String) async throws -> Result
  ) async throws -> Result {
    let manager = FileManager.default
    // What an earlier commit or its build left there.
    for name in try manager.contentsOfDirectory(atPath: place.tree) where name != ".git" {
      try manager.removeItem(atPath: "\(place.tree)/\(name)")
    }
    _ = try await git(["checkout", "--quiet", "--detach", "--force", commit.id])
    try await linkIgnoredPackages(in: place.tree)
    return try await body(place.tree)
  }

  /// The places of a checkout and of what is around it.
  var surroundings: CheckoutSurroundings { place.surroundings }

  /// The packages in the user's repository that git ignores, with links resolved.
  func ignoredFolders() async throws -> [String] {
    try await user.ignoredPackages().map {
      URL(filePath: "\(user.root)/\($0)").resolvingSymlinksInPath().path
    }
  }

  /// Links the packages that git ignores in the user's repository, such as a clone of a dependency: no commit has them.
  private func linkIgnoredPackages(in tree: String) async throws {
    let manager = FileManager.default
    for package in try await user.ignoredPackages() {
      let copy = "\(tree)/\(package)"
      guard !manager.fileExists(atPath: copy) else { continue }
      try manager.createDirectory(
        atPath: URL(filePath: copy).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try manager.createSymbolicLink(
        atPath: copy, withDestinationPath: "\(user.root)/\(package)")
    }
  }

  /// A submodule of a commit.
  struct Submodule {
    let path: String
    let id: String
    /// True if the user's repository has it, with that commit.
    let isThere: Bool
  }

  /// The submodules of a commit.
  func submodules(of commit: Commit) async throws -> [Submodule] {
    var modules: [Submodule] = []
    for entry in try await entries(of: commit) where entry.hasPrefix("160000 ") {
      let parts = entry.split(separator: "\t", maxSplits: 1)
      guard let id = parts[0].split(separator: " ").last.map(String.init), let path = parts.last
      else {
        continue
      }
      let own = "\(user.root)/\(path)"
      // Without files of its own git would look at the repository around it.
      let root = try? await Git.place(of: own).root
      let found = try? await Git.text(of: ["cat-file", "-e", "\(id)^{commit}"], in: own)
      modules.append(
        Submodule(path: String(path), id: id, isThere: root == own && found != nil))
    }
    return modules
  }

  /// The lines of `git ls-tree` for all files of a commit.
  func entries(of commit: Commit) async throws -> [String] {
    try await Git.fields(
      of: ["ls-tree", "-r", "-z", "--full-tree", commit.id], in: place.tree, .working)
  }

  /// Fills the folders of submodules in a checkout from those of the user's repository, each with the commit that is named.
  func fill(_ submodules: [Submodule], in tree: String) async throws {
    for module in submodules where module.isThere {
      let copy = "\(tree)/\(module.path)"
      try? FileManager.default.removeItem(atPath: copy)
      _ = try await Git.text(
        of: [
          "clone", "--quiet", "--shared", "--no-checkout", "--template=",
          "\(user.root)/\(module.path)", copy,
        ], in: tree, .working)
      _ = try await Git.text(
        of: ["checkout", "--quiet", "--detach", module.id], in: copy, .working)
    }
  }

  /// Makes a checkout of a commit in a new folder, in which its worker runs.
  ///
  /// - Returns: the folder of the package in it.
  /// - Throws: `Problem`, or the system's error.
  func checkOut(_ commit: Commit, in folder: String) async throws -> String {
    let around = CheckoutSurroundings(of: user.root, in: folder)
    try around.link()
    _ = try await Git.text(
      of: ["read-tree", "-u", "--reset", commit.id], in: around.tree, .working,
      [
        "GIT_DIR": place.repository, "GIT_WORK_TREE": around.tree,
        "GIT_INDEX_FILE": "\(folder).index",
      ])
    try await linkIgnoredPackages(in: around.tree)
    try await fill(submodules(of: commit), in: around.tree)
    return "\(around.tree)/\(user.prefix)"
  }

  /// Gives each file of the checkout a time of change that depends on its content alone.
  ///
  /// SwiftPM builds what differs in size or time from its last build, so it builds only what differs from the commit
  /// before. A file that cannot be dated is built anew. Links are not followed: they may lead to files of the user's.
  ///
  /// The time depends, too, on all files that a compiler may read without telling SwiftPM: headers, which Swift takes from
  /// modules of C; and others if a flag of a manifest may name one, or `.incbin` does.
  func dateFilesByContent(of commit: Commit, prefix: String) async throws {
    let manager = FileManager.default
    let mayReadAny =
      (try? await git(
        ["grep", "--quiet", "-E", "unsafeFlags|incbin", commit.id, "--"]
          + ["Package*.swift", "[cm]", "cc", "cpp", "mm", "[sS]", "h"].map { "*\($0)" })) != nil
    let unseen = SHA256()
    for entry in try await entries(of: commit) {
      let path = entry.split(separator: "\t", maxSplits: 1).last.map(String.init) ?? ""
      if CommitFile.isHeader(path) || (mayReadAny && CommitFile.mayBeRead(path, prefix: prefix)) {
        unseen.update([UInt8]("\(entry)\0".utf8))
      }
    }
    let seed = unseen.value
    let files = manager.enumerator(
      at: URL(filePath: place.tree), includingPropertiesForKeys: [.isRegularFileKey])
    while let file = files?.nextObject() as? URL {
      if file.lastPathComponent == ".git" { files?.skipDescendants() }
      guard (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
        let data = manager.contents(atPath: file.path)
      else { continue }
      let digest = SHA256()
      digest.update(seed + [UInt8](data))
      // From 2001 to 2018, in steps of some microseconds.
      let number = digest.value.prefix(6).reduce(0) { $0 * 256 + Double($1) }
      try? manager.setAttributes(
        [.modificationDate: Date(timeIntervalSinceReferenceDate: number / Double(1 << 19))],
        ofItemAtPath: file.path)
    }
  }

  /// Returns those of some words that occur in files of a commit.
  func words(_ words: [String], in commit: Commit, paths: [String]) async -> Set<String> {
    let patterns = words.flatMap { ["-e", $0] }
    let found = try? await git(
      ["grep", "-h", "-o", "-w", "-I", "-F"] + patterns + [commit.id, "--"] + paths)
    return Set((found ?? "").split(separator: "\n").map(String.init))
  }

  /// Returns those of some folders of the package, each with a slash at its end, that differ between two commits.
  func changes(from a: Commit, to b: Commit, in folders: [String]) async -> [String] {
    guard a.tree != b.tree else { return [] }
    let changed = try? await Git.fields(
      of: ["diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", a.id, b.id, "--"]
        + folders.map { ":(top)\(user.prefix)\($0)" }, in: place.tree, .working)
    return folders.filter { folder in
      changed?.contains { $0.hasPrefix("\(user.prefix)\(folder)") } == true
    }
  }

  /// Returns the files that differ between two commits, relative to the repository.
  func files(differingFrom a: Commit, in b: Commit) async throws -> [String] {
    guard a.tree != b.tree else { return [] }
    return try await Git.fields(
      of: ["diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", a.id, b.id],
      in: place.tree,
      .working)
  }

  private func git(_ arguments: [String]) async throws -> String {
    try await Git.text(of: arguments, in: place.tree, .working)
  }
}
