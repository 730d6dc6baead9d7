import BenchmarkModel
import BenchmarkResults
import Foundation

/// Builds the workers of commits, each once, so that a second comparison finds them.
///
/// All commits are built in one place, one after the other, so that no path differs between them, and their common
/// parts (mainly external packages) are built once.
package struct CommitBuilder: Sendable {
  /// The way to build a commit.
  package struct Recipe: Sendable {
    /// The command, for sh(1) in the folder of the package; nil for `swift build`.
    package var command: String?
    /// The executable that it makes, relative to that folder; with `swift build` the name of the product.
    package var product: String

    /// Makes a recipe.
    package init(command: String? = nil, product: String) {
      self.command = command
      self.product = product
    }
  }

  private let repository: GitRepository
  private let package: String
  let recipe: Recipe
  private let progress: any RunProgress
  /// A check of what measuring needs, before the first build.
  private let check: @Sendable () async throws -> Void
  let folder: String

  /// The number of builds to keep; each is as large as the worker.
  private static let kept = 20

  /// Makes a builder of the package in a folder.
  ///
  /// - Throws: `Problem` if the folder is in no git repository.
  package init(
    package: String, recipe: Recipe, progress: any RunProgress,
    check: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    self.check = check
    repository = try await GitRepository(around: package)
    self.package =
      repository.prefix.isEmpty
      ? repository.root : "\(repository.root)/\(repository.prefix.dropLast())"
    self.recipe = recipe
    self.progress = progress
    folder = "\(self.package)/.build/ab"
  }

  /// A commit's worker.
  package struct Build: Sendable {
    /// The executable.
    package var worker: String
    /// The folder that keeps the counts of the worker; nil if it was built elsewhere.
    ///
    /// Workers of one program that would read the same files share it.
    package var counts: String?
    /// The commit, abbreviated, and whether it is a work tree with changes.
    package var commit: (id: String, dirty: Bool)
    /// The relinker of the worker, or the reason why it cannot be linked again.
    package var relinker: Result<Relinker, Problem>
    /// The identity of the worker with its resources and libraries; nil if it is not known to be all of the program.
    package var identity: String?
    /// The files that a worker may read when it runs and that differ from those of the first commit.
    package var differingFiles: [String] = []
    /// The checkout of the commit in which the worker runs; nil if it was built elsewhere.
    package var workingFolder: String?
    /// The folders of the harness itself that differ from the first commit that was built with it.
    package var harnessChanges: [String] = []
    /// The packages outside of the repository that it was built with.
    package var outside: [PairedRecord.Outside] = []

    /// Makes the build of a worker that was built elsewhere, of an unknown commit.
    package init(executable: String) {
      worker = executable
      commit = ("none", false)
      relinker = .failure(Problem("executables come without their objects"))
    }

    init(worker: String, commit: Commit) {
      self.worker = worker
      let folder = URL(filePath: worker).deletingLastPathComponent().path
      self.commit = (commit.short, commit.isDirty)
      relinker = Result { () throws(Problem) in try Relinker(of: folder) }
    }

    /// A sentence about the files that differ, if the programs do not; nil otherwise.
    package func filesRemark(against other: Build) -> String? {
      guard identity != nil, identity == other.identity, !differingFiles.isEmpty else { return nil }
      let shown = differingFiles.prefix(5).joined(separator: ", ")
      let more = differingFiles.count > 5 ? " and \(differingFiles.count - 5) more" : ""
      return
        "the executables are equal, but not the files that they may read: \(shown)\(more) differ; each side reads its own"
    }

    /// True if both sides are the same program, and would read the same files.
    package func isSame(as other: Build) -> Bool {
      identity != nil && identity == other.identity && differingFiles.isEmpty
        && other.differingFiles.isEmpty
    }
  }

  /// Builds the commits with these names, or finds earlier builds.
  ///
  /// - Parameter names: commits, branches, tags, or `.` for the work tree as it is.
  /// - Returns: their workers, in order.
  /// - Throws: `Problem` if a name is unknown, `UnbuiltCommit` if a commit does not build.
  package func build(_ names: [String]) async throws -> [Build] {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/built", withIntermediateDirectories: true)
    let lock = try await lock("\(folder)/lock")
    defer { lock.release() }
    let place = BuildRepository.Place(in: folder, of: repository.root)
    defer { try? place.remove() }
    let own = try await BuildRepository(of: repository, at: place)
    var commits: [Commit] = []
    for name in names { commits.append(try await own.commit(name)) }
    var builds: [Build] = []
    var checkouts: [String: String] = [:]
    for (name, commit) in zip(names, commits) {
      let worker = try await worker(of: commit, named: name, in: own)
      var build = Build(worker: worker, commit: commit)
      let place = URL(filePath: worker).deletingLastPathComponent().path
      let program = try program(worker)
      build.identity = recipe.command == nil ? program : nil
      build.differingFiles = try await own.files(differingFrom: commits[0], in: commit).filter {
        CommitFile.mayBeRead($0, prefix: repository.prefix)
      }
      build.counts = try await counts(of: program, builtIn: place, commit, own)
      if checkouts[commit.tree] == nil {
        checkouts[commit.tree] = try await own.checkOut(commit, in: TemporaryPlace.fresh())
      }
      build.workingFolder = checkouts[commit.tree]
      build.harnessChanges = await own.changes(
        from: commits[0], to: commit, in: HarnessFrames.folders)
      for package in keptOutside(in: place) ?? [] {
        build.outside.append(await package.record(from: repository.root))
      }
      builds.append(build)
    }
    for kind in ["built", "counted"] { forgetOldest(in: kind) }
    return builds
  }

  /// The identity of a worker.
  private func program(_ worker: String) throws -> String {
    guard let program = ProgramIdentity.of(worker) else {
      throw Problem("\(worker) cannot be read", hint: "remove \(folder) to build it anew")
    }
    return program
  }

  /// Makes the folder that keeps the counts of a program, named by everything that it may read; of one that a command
  /// built, also by all that it was built from, since other files may be a part of it.
  private func counts(
    of program: String, builtIn place: String, _ commit: Commit, _ own: BuildRepository
  ) async throws -> String {
    let read = try await own.entries(of: commit).filter { entry in
      CommitFile.mayBeRead(
        entry.split(separator: "\t", maxSplits: 1).last.map(String.init) ?? "",
        prefix: repository.prefix)
    }
    let outside = (keptOutside(in: place) ?? []).map(\.digest)
    let build = recipe.command == nil ? [] : [URL(filePath: place).lastPathComponent]
    let counts = "\(folder)/counted/\(Self.key([program] + read + outside + build))"
    try FileManager.default.createDirectory(atPath: counts, withIntermediateDirectories: true)
    use(counts)
    return counts
  }

  /// Takes the lock of builds, and waits for another comparison that has it.
  private func lock(_ path: String) async throws -> FileLock {
    var isTold = false
    while true {
      do { return try FileLock(path) } catch let held as FileLock.Held {
        if !isTold {
          progress.remark("another comparison is building here, \(held.words): waiting for it")
        }
        isTold = true
        try await Task.sleep(for: .milliseconds(200))
      }
    }
  }

  /// Marks a folder as used now, and keeps other comparisons from removing it as long as this process runs.
  private func use(_ place: String) {
    try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: place)
    // Closed by the kernel when this process ends, which gives the lock back.
    let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor >= 0 { flock(descriptor, LOCK_SH) }
  }

  private func worker(
    of commit: Commit, named name: String, in own: BuildRepository
  ) async throws -> String {
    let submodules = try await own.submodules(of: commit)
    let key = try await key(of: commit, submodules, in: own)
    var places = ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/built")) ?? [])
      .filter { $0.hasPrefix("\(key)-") }.map { "\(folder)/built/\($0)" }
    while let place = places.popLast() {
      let worker = "\(place)/\(Self.workerName)"
      guard FileManager.default.isExecutableFile(atPath: worker), await isCurrent(place) else {
        continue
      }
      use(place)
      return worker
    }
    try await check()
    progress.remark("building \(name) (\(commit.short)\(commit.isDirty ? " with changes" : ""))")
    return try await own.withCheckout(of: commit) { tree in
      let package = "\(tree)/\(repository.prefix)"
      try copyResolved(to: package)
      try await own.fill(submodules, in: tree)
      let remark = remark(on: submodules.filter { !$0.isThere }.map(\.path))
      if let remark { progress.remark("\(name): \(remark)") }
      if recipe.command == nil {
        try await own.dateFilesByContent(of: commit, prefix: repository.prefix)
        removeProducts()
      }
      try await build(in: package, named: name, remark: remark)
      let place = try await keep(from: package, as: key, named: name, of: own)
      use(place)
      return "\(place)/\(Self.workerName)"
    }
  }

  /// Removes what earlier builds linked, copied and generated, so that nothing of another commit stays in this one.
  ///
  /// SwiftPM links again only if an object changed, and not if a library, a script of the linker or an option did; and it
  /// removes no resource that a commit removed.
  private func removeProducts() {
    let manager = FileManager.default
    let release = "\(folder)/scratch/release"
    for name in (try? manager.contentsOfDirectory(atPath: release)) ?? []
    where name == recipe.product || name.hasSuffix(".a") || ProgramIdentity.isCompanion(name) {
      try? manager.removeItem(atPath: "\(release)/\(name)")
    }
    try? manager.removeItem(atPath: "\(folder)/scratch/plugins/outputs")
  }

  private func remark(on submodules: [String]) -> String? {
    guard !submodules.isEmpty, recipe.command?.contains("submodule") != true else { return nil }
    return
      "its submodules (\(submodules.joined(separator: ", "))) are left empty, since the work tree does not have their commits; git submodule update --init fetches them"
  }

  private static let workerName = "worker"

  /// The key of everything that a build depends on, apart from packages outside of the repository.
  private func key(
    of commit: Commit, _ submodules: [BuildRepository.Submodule], in own: BuildRepository
  ) async throws -> String {
    let resolved =
      (try? String(contentsOfFile: "\(package)/Package.resolved", encoding: .utf8)) ?? ""
    let variables = await environment(of: commit, in: own)
    // Two snapshots of one version differ in the files of the tools.
    let tools = ["swift-frontend", "clang", "lld", "swift-build"].map { name in
      var facts = stat()
      guard let path = try? SystemTool.toolchain(name), stat(path, &facts) == 0 else { return name }
      let time = facts.st_mtim
      return "\(path) \(facts.st_size) \(time.tv_sec) \(time.tv_nsec)"
    }
    return Self.key(
      [
        commit.tree, repository.prefix, recipe.command ?? "swift build, linked anew",
        recipe.product, try await MachineFacts.swiftVersion(), resolved,
      ] + Relinker.flags + tools + submodules.map { "\($0.path) \($0.isThere)" }
        + variables)
  }

  /// The variables on which a build may depend: those that SwiftPM and compilers read, and all whose names a manifest of
  /// the commit contains, or any file of it if a command builds.
  private func environment(of commit: Commit, in own: BuildRepository) async -> [String] {
    let all = ProcessInfo.processInfo.environment
    let read = [
      "SWIFT", "CC", "CXX", "CFLAGS", "CPPFLAGS", "LDFLAGS", "PKG_CONFIG", "SDKROOT", "TOOLCHAINS",
      "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "LD_", "DEVELOPER_DIR",
      "SOURCE_DATE_EPOCH", "KEYSTROKE_BENCH_",
    ]
    let command = recipe.command ?? ""
    // The last says where running programs find libraries, and not what a linker takes; `swift package` sets it.
    let idle: Set = [
      "PWD", "OLDPWD", "SHLVL", "TERM", "COLUMNS", "LINES", "TMPDIR", "LD_LIBRARY_PATH",
    ]
    let named = await own.words(
      all.keys.filter { $0.count > 1 && !idle.contains($0) }, in: commit,
      paths: recipe.command == nil ? ["*Package*.swift"] : [])
    return all.filter { name, _ in
      (read.contains(where: name.hasPrefix) && !idle.contains(name)) || named.contains(name)
        || command.contains(name)
    }.map { "\($0)=\($1)" }.sorted()
  }

  /// A digest of some texts, in 40 letters.
  private static func key(_ parts: [String]) -> String {
    String(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(40))
  }

  /// Gives both sides the package versions of the work tree, unless the commit pins its own.
  private func copyResolved(to package: String) throws {
    let (own, other) = ("\(self.package)/Package.resolved", "\(package)/Package.resolved")
    let manager = FileManager.default
    guard manager.fileExists(atPath: own), !manager.fileExists(atPath: other) else { return }
    try manager.copyItem(atPath: own, toPath: other)
  }

  /// Stores the executable and its companions where later comparisons find them, atomically.
  ///
  /// - Returns: the folder, which is named by the key and the state of packages outside of the repository.
  private func keep(
    from package: String, as key: String, named name: String, of own: BuildRepository
  ) async throws -> String {
    let built = URL(
      fileURLWithPath: recipe.command == nil
        ? "\(folder)/scratch/release/\(recipe.product)" : "\(package)/\(recipe.product)"
    ).resolvingSymlinksInPath()
    let manager = FileManager.default
    guard manager.isExecutableFile(atPath: built.path) else {
      throw UnbuiltCommit(
        description: "building \(name) produced no executable \(recipe.product)")
    }
    let fresh = "\(folder)/built/new"
    try? manager.removeItem(atPath: fresh)
    try manager.createDirectory(atPath: fresh, withIntermediateDirectories: true)
    try manager.copyItem(atPath: built.path, toPath: "\(fresh)/\(Self.workerName)")
    let beside = built.deletingLastPathComponent().path
    for file in try manager.contentsOfDirectory(atPath: beside)
    where ProgramIdentity.isCompanion(file) {
      try manager.copyItem(atPath: "\(beside)/\(file)", toPath: "\(fresh)/\(file)")
    }
    let outside = try await keepOutside(in: fresh, from: package, of: own, named: name)
    let place = "\(folder)/built/\(key)-\(outside.prefix(16))"
    if recipe.command == nil {
      try await Relinker.keep(
        recipe.product, from: "\(folder)/scratch", of: own.surroundings, in: fresh
      )
    } else {
      try Relinker.keepNone(
        in: fresh, problem: "--build says how it is built, and not how it is linked")
    }
    try? manager.removeItem(atPath: place)
    try manager.moveItem(atPath: fresh, toPath: place)
    try await refuseLostLibraries(of: "\(place)/\(Self.workerName)", in: place, named: name, own)
    return place
  }

  /// Refuses a worker that loads a library which is not kept with it: a later build would replace it.
  private func refuseLostLibraries(
    of worker: String, in place: String, named name: String, _ own: BuildRepository
  ) async throws {
    for library in await CountDependencies.libraries(of: worker) ?? [] {
      let real = URL(filePath: library).resolvingSymlinksInPath().path
      guard !real.hasPrefix("\(place)/"), real.hasPrefix("\(repository.root)/") else { continue }
      try? FileManager.default.removeItem(atPath: place)
      throw UnbuiltCommit(
        description:
          "\(name) cannot be measured: it loads \(real), which is not kept with the build; link it statically, or make it a product of the package, which lies beside the executable"
      )
    }
  }

  /// Removes the folders of builds, or of counts, that were not used for longest, unless a comparison uses one.
  private func forgetOldest(in kind: String) {
    let manager = FileManager.default
    let dated = ((try? manager.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? [])
      .map { "\(folder)/\(kind)/\($0)" }
      .map { place in
        let date = try? manager.attributesOfItem(atPath: place)[.modificationDate] as? Date
        return (place, date ?? .distantPast)
      }
    for (place, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.kept) {
      let descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? manager.removeItem(atPath: place) }
      close(descriptor)
    }
  }
}
