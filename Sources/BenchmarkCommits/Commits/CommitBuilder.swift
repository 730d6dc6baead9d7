import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
import Foundation

/// Builds the workers of commits, each once, so that a second comparison finds them.
///
/// All commits are built in one place, one after the other, so that no path differs between them, and their common
/// parts (mainly external packages) are built once.
public struct CommitBuilder: Sendable {
  /// The way to build a commit.
  public struct Recipe: Sendable {
    /// The command, for sh(1) in the folder of the package; nil for `swift build`.
    public var command: String?
    /// The executable that it makes, relative to that folder; with `swift build` the name of the product.
    public var product: String

    /// Makes a recipe.
    public init(command: String? = nil, product: String) {
      self.command = command
      self.product = product
    }
  }

  private let repository: GitRepository
  private let package: String
  let recipe: Recipe
  private let progress: any RunProgress
  let folder: String

  /// The number of builds to keep; each is as large as the worker.
  private static let kept = 20

  /// Makes a builder of the package in a folder.
  ///
  /// - Throws: `RunError` if the folder is in no git repository.
  public init(package: String, recipe: Recipe, progress: any RunProgress) async throws {
    repository = try await GitRepository(around: package)
    self.package =
      repository.prefix.isEmpty
      ? repository.root : "\(repository.root)/\(repository.prefix.dropLast())"
    self.recipe = recipe
    self.progress = progress
    folder = "\(self.package)/.build/ab"
  }

  /// A commit's worker.
  public struct Build: Sendable {
    /// The executable.
    public var worker: String
    /// The folder that keeps the counts of the worker; nil if it was built elsewhere.
    ///
    /// Workers that do the same share it.
    public var counts: String?
    /// The commit, abbreviated, and whether it is a work tree with changes.
    public var commit: (id: String, dirty: Bool)
    /// The relinker of the worker, or the reason why it cannot be linked again.
    public var relinker: Result<Relinker, RunError>
    /// The identity of the worker and its resources, equal for two workers that do the same; nil if it is not known, or if
    /// the worker may load libraries of its own.
    public var identity: String?
    /// The folders of the harness itself that differ from the first commit that was built with it.
    public var harnessChanges: [String] = []
    /// The packages outside of the repository that it was built with.
    public var outside: [PairedRecord.Outside] = []

    /// Makes the build of a worker that was built elsewhere, of an unknown commit.
    public init(executable: String) {
      worker = executable
      commit = ("none", false)
      relinker = .failure(RunError("executables come without their objects"))
    }

    init(worker: String, commit: Commit) async {
      self.worker = worker
      let folder = URL(filePath: worker).deletingLastPathComponent().path
      counts = folder
      self.commit = (commit.short, commit.isDirty)
      relinker = Result { () throws(RunError) in try Relinker(of: folder) }
      // Only what can be linked again is known to be all of the program.
      if case .success = relinker { identity = await ProgramIdentity.of(worker) }
    }
  }

  /// Builds the commits with these names, or finds earlier builds.
  ///
  /// - Parameter names: commits, branches, tags, or `.` for the work tree as it is.
  /// - Returns: their workers, in order.
  /// - Throws: `RunError` if a name is unknown, `UnbuiltCommit` if a commit does not build.
  public func build(_ names: [String]) async throws -> [Build] {
    try FileManager.default.createDirectory(
      atPath: "\(folder)/built", withIntermediateDirectories: true)
    let lock = try Self.lock("\(folder)/lock")
    defer { lock.release() }
    let place = BuildRepository.Place(in: folder, of: repository.root)
    defer { try? place.remove() }
    let own = try await BuildRepository(of: repository, at: place)
    var commits: [Commit] = []
    for name in names { commits.append(try await own.commit(name)) }
    var builds: [Build] = []
    for (name, commit) in zip(names, commits) {
      let worker = try await worker(of: commit, named: name, in: own)
      var build = await Build(worker: worker, commit: commit)
      if let identity = build.identity {
        let counts = "\(folder)/counted/\(identity)"
        try FileManager.default.createDirectory(
          atPath: counts, withIntermediateDirectories: true,
          attributes: [.modificationDate: Date()])
        build.counts = counts
      }
      build.harnessChanges = await own.changes(
        from: commits[0], to: commit, in: HarnessFrames.folders)
      let place = URL(filePath: worker).deletingLastPathComponent().path
      for package in keptOutside(in: place) ?? [] {
        build.outside.append(await package.record(from: repository.root))
      }
      builds.append(build)
    }
    forgetOldest(in: "built", but: builds.map(\.worker))
    forgetOldest(in: "counted", but: builds.compactMap(\.counts))
    return builds
  }

  private static func lock(_ path: String) throws -> FileLock {
    do { return try FileLock(path) } catch let held as FileLock.Held {
      throw RunError(
        "another comparison is building here, \(held.words); wait for it (\(path) is locked)")
    }
  }

  private func worker(
    of commit: Commit, named name: String, in own: BuildRepository
  ) async throws -> String {
    let place = "\(folder)/built/\(try await key(of: commit))"
    let worker = "\(place)/\(Self.workerName)"
    if FileManager.default.isExecutableFile(atPath: worker), await isCurrent(place) {
      try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: place)
      return worker
    }
    progress.remark("building \(name) (\(commit.short)\(commit.isDirty ? " with changes" : ""))")
    try await own.withCheckout(of: commit) { tree in
      let package = "\(tree)/\(repository.prefix)"
      try copyResolved(to: package)
      let remark = submodulesRemark(try await own.fillSubmodules(of: commit))
      if let remark { progress.remark("\(name): \(remark)") }
      if recipe.command == nil { own.dateFilesByContent() }
      try await build(in: package, named: name, remark: remark)
      try await keep(from: package, in: place, named: name, of: own)
    }
    return worker
  }

  private func submodulesRemark(_ submodules: [String]) -> String? {
    guard !submodules.isEmpty, recipe.command?.contains("submodule") != true else { return nil }
    return
      "its submodules (\(submodules.joined(separator: ", "))) are left empty, since the work tree does not have their commits; git submodule update --init fetches them"
  }

  private static let workerName = "worker"

  /// The key of everything that a build depends on, in 40 letters.
  private func key(of commit: Commit) async throws -> String {
    let resolved =
      (try? String(contentsOfFile: "\(package)/Package.resolved", encoding: .utf8)) ?? ""
    let parts = [
      commit.tree, repository.prefix, recipe.command ?? "swift build, with links", recipe.product,
      try await MachineFacts.swiftVersion(), resolved,
    ]
    return String(SHA256.digest(of: Array(parts.joined(separator: "\n").utf8)).prefix(40))
  }

  /// Gives both sides the package versions of the work tree, unless the commit pins its own.
  private func copyResolved(to package: String) throws {
    let (own, other) = ("\(self.package)/Package.resolved", "\(package)/Package.resolved")
    let manager = FileManager.default
    guard manager.fileExists(atPath: own), !manager.fileExists(atPath: other) else { return }
    try manager.copyItem(atPath: own, toPath: other)
  }

  /// Stores the executable and its companions where later comparisons find them, atomically.
  private func keep(
    from package: String, in place: String, named name: String, of own: BuildRepository
  ) async throws {
    let built = URL(
      fileURLWithPath: recipe.command == nil
        ? "\(folder)/scratch/release/\(recipe.product)" : "\(package)/\(recipe.product)"
    ).resolvingSymlinksInPath()
    let manager = FileManager.default
    guard manager.isExecutableFile(atPath: built.path) else {
      throw UnbuiltCommit(
        description: "building \(name) produced no executable \(recipe.product)")
    }
    let fresh = "\(place).new"
    try? manager.removeItem(atPath: fresh)
    try manager.createDirectory(atPath: fresh, withIntermediateDirectories: true)
    try manager.copyItem(atPath: built.path, toPath: "\(fresh)/\(Self.workerName)")
    let beside = built.deletingLastPathComponent().path
    for file in try manager.contentsOfDirectory(atPath: beside) where file.hasSuffix(".resources") {
      try manager.copyItem(atPath: "\(beside)/\(file)", toPath: "\(fresh)/\(file)")
    }
    if recipe.command == nil {
      try await keepOutside(in: fresh, of: own, named: name)
      try await Relinker.keep(recipe.product, from: "\(folder)/scratch", in: fresh)
    } else {
      try Relinker.keepNone(
        in: fresh, problem: "--build says how it is built, and not how it is linked")
    }
    try? manager.removeItem(atPath: place)
    try manager.moveItem(atPath: fresh, toPath: place)
  }

  /// Removes the folders of builds, or of counts, that were not used for longest.
  private func forgetOldest(in kind: String, but used: [String]) {
    let manager = FileManager.default
    let places = ((try? manager.contentsOfDirectory(atPath: "\(folder)/\(kind)")) ?? [])
      .map { "\(folder)/\(kind)/\($0)" }
      .filter { place in !used.contains { $0.hasPrefix(place) } }
    let dated = places.map { place in
      (
        place,
        (try? manager.attributesOfItem(atPath: place)[.modificationDate] as? Date) ?? .distantPast
      )
    }
    for (place, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.kept) {
      try? manager.removeItem(atPath: place)
    }
  }
}
