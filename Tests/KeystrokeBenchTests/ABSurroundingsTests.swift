import Foundation
import RunFixtures
import Testing

/// Tests that a build of a commit finds around the repository what the user's own build finds, and in it what the commit
/// has.
@Suite("ab and what lies around the repository", .needsLiveShim)
struct ABSurroundingsTests {
  private let program = BuiltProgram.keystrokeBench

  /// Compares the last two commits, and returns the plants that their builds found.
  private func plants(built repository: PlantedRepository) async throws -> Set<String> {
    let outcome = try await program.run(
      ["ab", "HEAD~1", "HEAD"] + repository.options + ["--no-time"], in: repository.folder.path)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(try await repository.leftovers() == [])
    let built = repository.folder.path(".build/ab/built")
    let names = try FileManager.default.contentsOfDirectory(atPath: built)
    return Set(
      try names.map { name in
        try String(contentsOfFile: "\(built)/\(name)/plant.resources/name", encoding: .utf8)
          .trimmingCharacters(in: .newlines)
      })
  }

  /// Makes builds take their plant from another path; git must not see a change afterwards.
  private func take(_ path: String, in repository: PlantedRepository) throws {
    let script = try repository.folder.text("build.sh")
    try repository.folder.write(
      script.replacing("cp plant ", with: "cp '\(path)' "), to: "build.sh")
  }

  private func name(of path: String) -> String { URL(filePath: path).lastPathComponent }

  @Test("A path out of the repository leads where it leads for the user, and nothing there changes")
  func outside() async throws {
    let other = try TemporaryFolder()
    try other.write("outside\n", to: "plant")
    let above = name(of: URL(filePath: other.path).deletingLastPathComponent().path)
    for path in ["../\(name(of: other.path))", "../../\(above)/\(name(of: other.path))"] {
      let repository = try await PlantedRepository()
      try take("\(path)/plant", in: repository)
      try await repository.commit(plant: "first")
      try await repository.commit(plant: "second")
      #expect(try await plants(built: repository) == ["outside"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["plant"])
    }
  }

  @Test("A path that leads out and in again is that of the commit, not of the work tree")
  func inside() async throws {
    let repository = try await PlantedRepository()
    try take("../\(name(of: repository.folder.path))/plant", in: repository)
    try await repository.commit(plant: "first")
    try await repository.commit(plant: "second")
    #expect(try await plants(built: repository) == ["first", "second"])
  }

  @Test("A package that git ignores, such as a clone of a dependency, is found")
  func ignored() async throws {
    let repository = try await PlantedRepository()
    try take("deps/tool/plant", in: repository)
    try repository.folder.write(
      try repository.folder.text(".gitignore") + "/deps\n", to: ".gitignore")
    try FileManager.default.createDirectory(
      atPath: repository.folder.path("deps/tool"), withIntermediateDirectories: true)
    try repository.folder.write("", to: "deps/tool/Package.swift")
    try repository.folder.write("ignored\n", to: "deps/tool/plant")
    try await repository.commit(plant: "first")
    try await repository.commit(plant: "second")
    #expect(try await plants(built: repository) == ["ignored"])
    #expect(try repository.folder.text("deps/tool/plant") == "ignored\n")
  }

  @Test("A submodule has the commit that each side names")
  func submodule() async throws {
    let repository = try await PlantedRepository()
    let other = try await PlantedRepository()
    try await repository.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder.path,
      "deps/other")
    try take("deps/other/plant", in: repository)
    try await repository.commit(plant: "first")
    try repository.folder.write("later\n", to: "deps/other/plant")
    try await repository.git(
      "-C", "deps/other", "-c", "user.name=A", "-c", "user.email=a@example.com", "commit",
      "--quiet", "--all", "--message", "later")
    try await repository.commit(plant: "second")
    #expect(try await plants(built: repository) == ["nothing", "later"])
  }
}
