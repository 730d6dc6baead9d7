import BenchmarkConductor
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests of the state of a package outside of the repository: it decides if a kept build may be used again.
@Suite struct OutsidePackageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("one\n", to: "a.swift")
    try folder.write("/built\n", to: ".gitignore")
  }

  private func state() async -> OutsidePackage { await OutsidePackage(in: folder.path) }

  @Test(arguments: [false, true])
  func whatABuildSeesIsItsState(isRepository: Bool) async throws {
    if isRepository {
      _ = try await Git.text(of: ["init", "--quiet"], in: folder.path, .working)
    }
    let before = await state()
    #expect(await state() == before)
    // The same bytes again are no other state, whatever the time of the file is.
    try folder.write("one\n", to: "a.swift")
    #expect(await state() == before)
    try folder.write("two\n", to: "a.swift")
    let changed = await state()
    #expect(changed != before)
    try folder.write("", to: "b.swift")
    #expect(await state() != changed)
  }

  @Test func whatGitIgnoresIsNoPartOfIt() async throws {
    _ = try await Git.text(of: ["init", "--quiet"], in: folder.path, .working)
    let before = await state()
    try folder.write("object\n", to: "built")
    #expect(await state() == before)
  }

  @Test func aRecordNamesNoFolderOfTheUser() async throws {
    let root = URL(filePath: folder.path).deletingLastPathComponent().appending(path: "a/b").path
    let record = await state().record(from: root)
    #expect(record.path == "../../\(URL(filePath: folder.path).lastPathComponent)")
    #expect(record.commit == nil && !record.isDirty)
  }

  /// A line of git's output is no path.
  @Test(arguments: ["a\nb", "a\n", " a ", "a\tb"])
  func aRepositoryIsWhereItIs(_ name: String) async throws {
    let (outer, root) = (folder.path, folder.path(name))
    try FileManager.default.createDirectory(
      atPath: "\(root)/in\nside", withIntermediateDirectories: true)
    for place in [outer, root] {
      _ = try await Git.text(of: ["init", "--quiet"], in: place, .working)
    }
    let place = try await Git.place(of: "\(root)/in\nside")
    #expect(place.root.hasSuffix("/\(name)") && place.prefix == "in\nside/")
  }
}
