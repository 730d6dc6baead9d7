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
}
