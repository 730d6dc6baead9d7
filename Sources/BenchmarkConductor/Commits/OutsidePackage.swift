import BenchmarkResults
import Foundation

/// A package outside of the user's repository that a build uses.
///
/// No commit has its state, so a build of any commit takes it as it is.
package struct OutsidePackage: Codable, Equatable, Sendable {
  /// Its folder, with links resolved.
  let folder: String
  /// The digest of its files, in hexadecimal digits.
  let digest: String

  /// The state of a package now.
  package init(in folder: String) async {
    self.folder = folder
    let all = SHA256()
    for file in await Self.files(of: folder).sorted() {
      let content = SHA256()
      // A name without a file is one that was removed.
      guard content.update(file: "\(folder)/\(file)") != nil else { continue }
      all.update([UInt8]("\(file)\0\(content.hexadecimal)\0".utf8))
    }
    digest = all.hexadecimal
  }

  /// The files of a package that a build may read: those that git does not ignore, and the sources and libraries that it
  /// does; all of a folder that is in no repository, or that the repository around it ignores.
  private static func files(of folder: String) async -> Set<String> {
    func listed(_ options: String...) async -> [String] {
      (try? await Git.fields(of: ["ls-files", "-z"] + options, in: folder)) ?? []
    }
    let known = await listed("--cached", "--others", "--exclude-standard")
    guard !known.isEmpty else { return Set(files(in: folder)) }
    let ignored = await listed("--others", "--ignored", "--exclude-standard", "--directory")
      .filter { !".\($0)".contains("/.build") && !$0.hasPrefix(".build") }
    return Set(
      known.flatMap { files(at: $0, in: folder) }
        + ignored.flatMap { files(at: $0, in: folder) }.filter {
          CommitFile.isSource($0) || $0.hasSuffix(".a") || $0.hasSuffix(".so")
        })
  }

  /// A file, or the files of a folder, such as a submodule.
  private static func files(at path: String, in folder: String) -> [String] {
    let path = path.hasSuffix("/") ? String(path.dropLast()) : path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: "\(folder)/\(path)", isDirectory: &isFolder),
      isFolder.boolValue
    else { return [path] }
    return files(in: "\(folder)/\(path)").map { "\(path)/\($0)" }
  }

  /// The files of a folder, without hidden ones, such as builds.
  private static func files(in folder: String) -> [String] {
    let folder = URL(filePath: folder).resolvingSymlinksInPath().path
    let found = FileManager.default.enumerator(
      at: URL(filePath: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    return (found?.allObjects ?? []).compactMap { ($0 as? URL)?.path }
      .filter { $0.hasPrefix("\(folder)/") }.map { String($0.dropFirst(folder.count + 1)) }
  }

  /// Returns the record of it for a run.
  package func record(from root: String) async -> PairedRecord.Outside {
    let path = Self.relative(folder, to: root)
    guard let around = try? await Git.place(of: folder).root,
      let commit = try? await Checkout.head(of: around)
    else { return PairedRecord.Outside(path: path, commit: nil, isDirty: false) }
    // What git cannot tell is no reason for trust.
    let isDirty = (try? await Checkout.changes(in: around) != nil) ?? true
    return PairedRecord.Outside(path: path, commit: commit, isDirty: isDirty)
  }

  /// A path relative to a folder, as in `../../other`, so that a record does not name folders of its user.
  private static func relative(_ path: String, to root: String) -> String {
    let (path, root) = (path.split(separator: "/"), root.split(separator: "/"))
    let common = zip(path, root).prefix { $0 == $1 }.count
    return (root.dropFirst(common).map { _ in ".." } + path.dropFirst(common))
      .joined(separator: "/")
  }
}

extension CommitBuilder {
  private static let outsideName = "outside.json"

  /// The packages that a kept build used, in the state of then; nil if the build did not record them.
  func keptOutside(in place: String) -> [OutsidePackage]? {
    FileManager.default.contents(atPath: "\(place)/\(Self.outsideName)")
      .flatMap { try? JSONDecoder().decode([OutsidePackage].self, from: $0) }
  }

  /// True if everything that a kept build used and that its key does not name is now as it was then.
  func isCurrent(_ place: String) async -> Bool {
    guard let kept = keptOutside(in: place) else { return false }
    for package in kept where await OutsidePackage(in: package.folder) != package { return false }
    return true
  }

  /// Stores which packages outside of the repository the last build used, and their state.
  ///
  /// - Returns: a digest of their state.
  /// - Throws: `UnbuiltCommit` if one is a folder of the user's repository that commits have, too.
  func keepOutside(
    in place: String, from package: String, of own: BuildRepository, named name: String
  ) async throws -> String {
    var packages: [OutsidePackage] = []
    let scratch = recipe.command == nil ? "\(folder)/scratch" : "\(package)/.build"
    for folder in try await own.outside(builtIn: scratch, takesIgnored: recipe.command != nil) {
      if folder.isOfCommits {
        throw UnbuiltCommit(
          description:
            "\(name) cannot be measured: it takes \(folder.path) from the work tree and not from the commit, since a Package.swift names it by its whole path; name it relative to that Package.swift"
        )
      }
      packages.append(await OutsidePackage(in: folder.path))
    }
    let data = try JSONEncoder().encode(packages)
    try data.write(to: URL(filePath: "\(place)/\(Self.outsideName)"))
    return SHA256.digest(of: packages.flatMap { [UInt8]($0.folder.utf8) + [UInt8]($0.digest.utf8) })
  }
}

extension BuildRepository {
  /// The packages in folders that the build of a checkout took from elsewhere, as SwiftPM recorded them.
  ///
  /// - Parameters:
  ///   - scratch: its scratch folder.
  ///   - takesIgnored: true to take all packages that git ignores, too, since a command may have built elsewhere.
  /// - Returns: their folders, each with true if commits of the user's repository have it.
  /// - Throws: `Problem`.
  func outside(
    builtIn scratch: String, takesIgnored: Bool
  ) async throws -> [(path: String, isOfCommits: Bool)] {
    let ignored = try await ignoredFolders()
    let state = FileManager.default.contents(atPath: "\(scratch)/workspace-state.json")
      .flatMap { try? JSONDecoder().decode(WorkspaceState.self, from: $0) }
    var folders = Set(
      (state?.object.dependencies ?? []).map(\.packageRef).filter { $0.kind == "fileSystem" }
        .compactMap { surroundings.outside($0.location) })
    if takesIgnored { folders.formUnion(ignored) }
    return folders.sorted().map { path in
      let isInside = path == surroundings.root || path.hasPrefix("\(surroundings.root)/")
      return (path, isInside && !ignored.contains(path))
    }
  }
}

/// The part of SwiftPM's record of dependencies that is read here.
private struct WorkspaceState: Decodable {
  struct Object: Decodable {
    var dependencies: [Dependency]
  }
  struct Dependency: Decodable {
    var packageRef: Reference
  }
  struct Reference: Decodable {
    var kind: String
    var location: String
  }

  var object: Object
}
