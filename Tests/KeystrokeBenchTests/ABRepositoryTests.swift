import Foundation
import RunFixtures
import Testing

/// Tests that `ab` builds from any repository what the user's own build would see, or says why it cannot, and leaves the
/// repository as it is.
@Suite("ab and the user's repository", .needsLiveShim)
struct ABRepositoryTests {
  /// A repository that is compared.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The two names that are compared, after the options.
    var arguments = ["HEAD~1", "HEAD"]
    var status = 0
    /// The plants that the builds must have found, one for each build.
    var plants: [String] = []
    /// True if the candidate must count as changed.
    var isDirty = false
    /// The texts that the output or the messages must contain.
    var says: [String] = []
    /// The text that neither may contain.
    var lacks = "Error Domain"
    /// Prepares the repository and the folder beside it; see ``PlantedRepository/compare(_:beside:)``.
    let prepare: @Sendable (PlantedRepository, TemporaryFolder) async throws -> Void
  }

  @Test(
    "Builds see what the commit or the work tree has, and nothing changes", arguments: comparable)
  func works(_ this: Case) async throws { try await compare(this) }

  @Test(
    "What cannot be compared is refused with the reason", arguments: incomparable + withoutCommit)
  func refused(_ this: Case) async throws { try await compare(this) }

  @Test("A folder whose name has a line break: its own commits are compared")
  func lineBreak() async throws {
    let (repository, beside) = (try await PlantedRepository(), try TemporaryFolder())
    try await repository.commit(plant: "second")
    try await repository.git("clone", "--quiet", ".", beside.path("a\nb"))
    try beside.write("cd '\(beside.path("a\nb"))'", to: "setup.sh")
    let outcome = try await repository.compare(["HEAD~1", "HEAD"], beside: beside)
    #expect(outcome.status == 0 && repository.builds == 2, "\(outcome.error)")
    let names = try FileManager.default.contentsOfDirectory(atPath: beside.path)
    #expect(names.sorted() == ["a\nb", "setup.sh"])
  }

  private func compare(_ this: Case) async throws {
    let (repository, beside) = (try await PlantedRepository(), try TemporaryFolder())
    try await this.prepare(repository, beside)
    let before = try (files(in: repository.folder), files(in: beside))
    let outcome = try await repository.compare(["--out", "pair"] + this.arguments, beside: beside)
    let said = outcome.output + outcome.error
    #expect(outcome.status == this.status, "\(said)")
    for words in this.says { #expect(said.contains(words), "\(said)") }
    #expect(!said.contains(this.lacks), "\(said)")
    #expect(try (files(in: repository.folder), files(in: beside)) == before)
    #expect(repository.leftFolders == [])
    #expect(repository.built == this.plants.sorted())
    guard this.status == 0 else { return }
    #expect(repository.builds == this.plants.count)
    let candidate = try RunOnDisk(repository.folder.path("pair-candidate"))
    #expect(candidate.fact("source.dirty") as? Bool == this.isDirty)
  }

  /// All files of a folder with what is in them, but for those that a comparison makes.
  private func files(in folder: TemporaryFolder) throws -> [String: Data] {
    let made = [".build", "pair-", ".git/builds", "clone/.build"]
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { !made.contains(where: $0.hasPrefix) }.reduce(into: [:]) {
      $0[$1] = FileManager.default.contents(atPath: folder.path($1)) ?? Data()
    }
  }
}

// MARK: - Cases

extension ABRepositoryTests {
  private static let comparable = [
    Case(
      testDescription: "the work tree, with a change and a new file", arguments: ["HEAD~1", "."],
      plants: ["nothing", "something else"], isDirty: true
    ) { repository, _ in
      try await repository.commit(plant: "instructions")
      try repository.folder.write("something else\n", to: "plant")
      try repository.folder.write("new\n", to: "notes")
    },
    Case(
      testDescription: "a change within the second of a commit, of the same size",
      arguments: ["HEAD", "."], plants: ["aaaaaa", "bbbbbb"], isDirty: true
    ) { repository, _ in
      try await repository.commit(plant: "aaaaaa")
      try await repository.git("update-index", "--refresh")
      try repository.folder.write("bbbbbb\n", to: "plant")
    },
    hidden("assume-unchanged"), hidden("skip-worktree"),
    Case(testDescription: "a bare repository", plants: ["nothing", "bare"]) { repository, _ in
      try await repository.commit(plant: "bare")
      try await repository.git("config", "core.bare", "true")
    },
    Case(
      testDescription: "no .gitignore, after a comparison", arguments: ["HEAD", "."],
      plants: ["nothing else"]
    ) { repository, beside in
      try await repository.git("rm", "--quiet", ".gitignore")
      try await repository.commit(plant: "nothing else")
      _ = try await repository.compare(["HEAD", "."], beside: beside)
    },
    Case(
      testDescription: "a linked worktree whose disk is not there, and no branch",
      plants: ["nothing", "second"]
    ) { repository, beside in
      let path = beside.path("linked")
      try await repository.git("worktree", "add", "--quiet", "--detach", path)
      try await repository.git("-C", path, "commit", "--quiet", "--allow-empty", "--message", "a")
      try FileManager.default.moveItem(atPath: path, toPath: beside.path("gone"))
      try await repository.commit(plant: "second")
      try await repository.git("checkout", "--quiet", "--detach")
    },
    Case(
      testDescription: "variables of a hook that name another repository",
      arguments: ["HEAD", "."], plants: ["mine"]
    ) { repository, beside in
      try await repository.commit(plant: "mine")
      let other = beside.path("other")
      try await repository.git("clone", "--quiet", ".", other)
      try beside.write("other\n", to: "other/plant")
      try beside.write(
        "export GIT_DIR='\(other)/.git' GIT_WORK_TREE='\(other)' GIT_INDEX_FILE='\(other)/.git/index'",
        to: "setup.sh")
    },
    hooks("hooks"), hooks("others", setting: "core.hooksPath"),
    Case(
      testDescription: "a repository inside, in no commit", arguments: ["HEAD", "HEAD"],
      plants: ["nothing"]
    ) { repository, _ in try await repository.git("init", "--quiet", "deps/inside") },
    Case(
      testDescription: "builds of another comparison", arguments: ["HEAD", "HEAD"],
      plants: ["nothing"], says: ["note: another comparison is building here"]
    ) { _, beside in
      try beside.write(
        "mkdir -p .build/ab && flock .build/ab/lock sleep 1 & sleep 0.3", to: "setup.sh")
    },
    Case(
      testDescription: "a change of the harness itself", plants: ["nothing", "second"],
      says: ["different harnesses (Sources/BenchmarkWorker/ differ)"]
    ) { repository, _ in
      try repository.folder.write(
        "// A clock.\n", to: "Sources/BenchmarkWorker/Instruments/Größe.swift")
      try await repository.commit(plant: "second")
    },
    Case(
      testDescription: "a submodule, with a commit for each side", arguments: ["HEAD~1", "."],
      plants: ["nothing", "later"]
    ) { repository, _ in
      try await repository.addSubmodule(PlantedRepository())
      try repository.take("deps/other/plant")
      try await repository.commit(plant: "first")
      try repository.folder.write("later\n", to: "deps/other/plant")
      try await repository.git("-C", "deps/other", "commit", "--quiet", "--all", "--message", "b")
      try await repository.commit(plant: "second")
    },
    path("a path out of the repository", plants: ["outside", "outside"]) { _, beside in
      try beside.write("outside\n", to: "plant")
      return "../\(beside.name)/plant"
    },
    path("a path of two levels", plants: ["outside", "outside"]) { _, beside in
      try beside.write("outside\n", to: "plant")
      let above = URL(filePath: beside.path).deletingLastPathComponent().lastPathComponent
      return "../../\(above)/\(beside.name)/plant"
    },
    path("a path out and in again", plants: ["first", "second"]) { repository, _ in
      "../\(repository.folder.name)/plant"
    },
    path("a package that git ignores", plants: ["ignored", "ignored"]) { repository, _ in
      try repository.folder.write(
        try repository.folder.text(".gitignore") + "/deps\n", to: ".gitignore")
      try repository.folder.write("", to: "deps/tool/Package.swift")
      try repository.folder.write("ignored\n", to: "deps/tool/plant")
      return "deps/tool/plant"
    },
  ]

  /// A case of which git is told not to see that a file changed.
  private static func hidden(_ mark: String) -> Case {
    Case(
      testDescription: mark, arguments: ["HEAD", "."], plants: ["nothing", "hidden"], isDirty: true
    ) { repository, _ in
      try await repository.git("update-index", "--\(mark)", "plant")
      try repository.folder.write("hidden\n", to: "plant")
    }
  }

  /// A case with hooks that leave a file if they run.
  private static func hooks(_ folder: String, setting: String? = nil) -> Case {
    Case(testDescription: folder, arguments: ["HEAD", "."], plants: ["nothing"]) { repository, _ in
      for hook in ["post-checkout", "post-index-change", "reference-transaction"] {
        try repository.folder.writeProgram(
          "touch '\(repository.folder.path(".git/ran"))'; exit 1", to: ".git/\(folder)/\(hook)")
      }
      guard let setting else { return }
      try await repository.git("config", setting, repository.folder.path(".git/\(folder)"))
    }
  }

  /// A case of two commits whose builds take their plant from another path.
  private static func path(
    _ name: String, plants: [String],
    prepare: @escaping @Sendable (PlantedRepository, TemporaryFolder) throws -> String
  ) -> Case {
    Case(testDescription: name, plants: plants) { repository, beside in
      try repository.take(try prepare(repository, beside))
      try await repository.commit(plant: "first")
      try await repository.commit(plant: "second")
    }
  }

  private static let incomparable = [
    Case(
      testDescription: "a commit that does not build", status: 125, plants: ["nothing"],
      says: ["error: HEAD does not build: main.c:1: error: no such thing;"]
    ) { repository, _ in
      try await repository.commit(build: "echo 'main.c:1: error: no such thing' >&2; exit 3")
    },
    Case(
      testDescription: "a commit that builds nothing", status: 125, plants: ["nothing"],
      says: ["produced no executable out/PlantedBenchmarks"]
    ) { repository, _ in try await repository.commit(build: "true") },
    Case(
      testDescription: "a commit of an older protocol", status: 2, plants: ["first", "nothing"],
      says: ["the baseline ", " is too old"]
    ) { repository, _ in
      let script = try repository.folder.text("build.sh")
      try await repository.commit(
        build: """
          \(script)
          cat >out/PlantedBenchmarks <<'END'
          #!/bin/sh
          echo '{"keystrokeBenchProtocol":1,"suite":"Planted","configuration":"release"}'
          cat >/dev/null
          END
          """)
      try repository.folder.write(script, to: "build.sh")
      try await repository.commit(plant: "first")
    },
    Case(
      testDescription: "a submodule that is not there", arguments: ["HEAD", "HEAD"], status: 125,
      says: [
        "note: HEAD: its submodules (deps/a) are left empty", "does not build: no reason given;",
        "git submodule update --init fetches them\n",
      ]
    ) { repository, _ in try await repository.loseSubmodule() },
    Case(
      testDescription: "a submodule that the build command fills",
      arguments: ["--build", "git submodule update; sh build.sh", "HEAD", "HEAD"], status: 125,
      lacks: "left empty"
    ) { repository, _ in try await repository.loseSubmodule() },
    Case(
      testDescription: "a repository inside", arguments: ["HEAD", "."], status: 2,
      says: ["error: the work tree cannot be measured as it is: deps/inside/ is a git repository"]
    ) { repository, _ in
      try await repository.git("init", "--quiet", "deps/inside")
      try repository.folder.write("1\n", to: "deps/inside/file")
      try await repository.git("-C", "deps/inside", "add", "file")
      try await repository.git("-C", "deps/inside", "commit", "--quiet", "--message", "inside")
    },
    Case(
      testDescription: "a change inside a submodule", arguments: ["HEAD", "."], status: 2,
      says: ["in its submodule deps/other plant changed, and builds take"]
    ) { repository, _ in
      try await repository.addSubmodule(PlantedRepository())
      try await repository.commit(plant: "nothing")
      try repository.folder.write("something else\n", to: "deps/other/plant")
    },
    Case(
      testDescription: "no valgrind", arguments: ["--instructions", "valgrind", "HEAD", "HEAD"],
      status: 2, says: ["apt-get install valgrind"]
    ) { _, beside in
      try beside.writeProgram("exit 1", to: "bin/valgrind")
      try beside.write("PATH='\(beside.path("bin"))':$PATH", to: "setup.sh")
    },
    Case(
      testDescription: "an unknown name", arguments: ["nowhere"], status: 2,
      says: ["nowhere is not a commit, branch or tag"]
    ) { _, _ in },
    Case(
      testDescription: "a name like an option", arguments: ["--", "--all"], status: 2,
      says: ["--all is not a commit, branch or tag"]
    ) { _, _ in },
    Case(
      testDescription: "an executable and a commit", arguments: ["./build.sh", "HEAD"], status: 2,
      says: ["name two commits or two executables"]
    ) { repository, _ in try repository.folder.writeProgram("exit 1", to: "build.sh") },
  ]

  /// Cases for which git has no commit, each with its own reason.
  private static let withoutCommit = [
    Case(
      testDescription: "no git", status: 2,
      says: ["there is no git on PATH; apt-get install git"]
    ) { _, beside in
      // What else is asked for before.
      for name in ["strip", "setarch", "taskset", "prlimit", "sh"] {
        try FileManager.default.createSymbolicLink(
          atPath: beside.path(name), withDestinationPath: "/usr/bin/\(name)")
      }
      try beside.write("PATH='\(beside.path)'", to: "setup.sh")
    },
    Case(
      testDescription: "no repository", status: 2, says: ["is not in a git repository"]
    ) { _, beside in try beside.write("cd '\(beside.path)'", to: "setup.sh") },
    Case(
      testDescription: "no commit", status: 2, says: ["has no commit yet; commit something"]
    ) { repository, _ in try await repository.git("update-ref", "-d", "HEAD") },
    Case(
      testDescription: "a shallow clone", status: 2,
      says: ["the clone is shallow", "git fetch --unshallow gets them"]
    ) { repository, beside in try await repository.clone(in: beside) },
    Case(
      testDescription: "a branch that only a remote has", arguments: ["topic"], status: 2,
      says: ["topic is not a commit, branch or tag", "there is origin/topic, which you can name"]
    ) { repository, beside in try await repository.clone(in: beside) },
    Case(
      testDescription: "a checkout of another user", status: geteuid() == 0 ? 2 : 0,
      plants: geteuid() == 0 ? [] : ["nothing", "second"],
      says: geteuid() == 0
        ? ["belongs to another user: detected dubious ownership", "config --global --add safe.dir"]
        : []
    ) { repository, _ in
      try await repository.commit(plant: "second")
      chown(repository.folder.path, 65_534, 65_534)
    },
  ]
}

extension PlantedRepository {
  /// Adds a commit with a submodule whose commit is nowhere, and that a build needs.
  fileprivate func loseSubmodule() async throws {
    try folder.write("[submodule \"a\"]\n\tpath = deps/a\n\turl = ../a\n", to: ".gitmodules")
    let head = try await git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
    try await git("update-index", "--add", "--cacheinfo", "160000,\(head),deps/a")
    try folder.write("", to: "deps/a/nothing")
    try FileManager.default.removeItem(atPath: folder.path("deps/a/nothing"))
    try await commit(build: "test -e deps/a/file || exit 3")
  }

  /// Goes to a shallow clone of two commits, which has the branch `topic` of the remote.
  fileprivate func clone(in beside: TemporaryFolder) async throws {
    try await commit(plant: "second")
    try await git("branch", "topic")
    try await git(
      "clone", "--quiet", "--depth", "1", "--no-single-branch", "file://\(folder.path)",
      beside.path("clone"))
    try beside.write("cd '\(beside.path("clone"))'", to: "setup.sh")
  }

  /// Adds a repository as the submodule deps/other.
  fileprivate func addSubmodule(_ other: PlantedRepository) async throws {
    try await git("submodule", "--quiet", "add", other.folder.path, "deps/other")
  }

  /// Makes builds take their plant from another path.
  fileprivate func take(_ path: String) throws {
    let script = try folder.text("build.sh")
    try folder.write(script.replacing("cp plant ", with: "cp '\(path)' "), to: "build.sh")
  }

  /// Adds a commit with another build.
  fileprivate func commit(build script: String) async throws {
    try folder.write("\(script)\n", to: "build.sh")
    try await commit(plant: "nothing")
  }
}
