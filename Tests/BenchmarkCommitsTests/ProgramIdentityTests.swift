import BenchmarkCommits
import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

@Suite struct ProgramIdentityTests {
  /// Returns the identity of a C program with one resource, compiled with debug information.
  private static func identity(_ source: String, resource: String = "a") async throws -> String? {
    let folder = try TemporaryFolder()
    let file = folder.path("main.c")
    try source.write(toFile: file, atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: folder.path("x.resources"), withIntermediateDirectories: false)
    try resource.write(toFile: folder.path("x.resources/r"), atomically: false, encoding: .utf8)
    let program = folder.path("program")
    _ = try #require(await SystemTool.output("cc", ["-g", "-O1", file, "-o", program]))
    return await ProgramIdentity.of(program)
  }

  @Test func aCommentIsNoOtherProgram() async throws {
    let plain = try #require(
      await Self.identity("int main(void) { return 7; }\n"))
    let commented = try await Self.identity(
      "/* One,\n   two. */\nint main(void) {\n  return 7; }\n")
    #expect(commented == plain)
  }

  @Test func codeDataAndResourcesAreTheProgram() async throws {
    let identities = [
      try await Self.identity("char t[] = \"a\"; int main(void) { return t[0]; }\n"),
      try await Self.identity("char t[] = \"b\"; int main(void) { return t[0]; }\n"),
      try await Self.identity("char t[] = \"a\"; int main(void) { return t[0] + 1; }\n"),
      try await Self.identity(
        "char t[] = \"a\"; int main(void) { return t[0]; }\n", resource: "b"),
    ]
    #expect(Set(identities.compactMap(\.self)).count == 4)
  }

  @Test func aScriptHasNone() async throws {
    let folder = try TemporaryFolder()
    try "#!/bin/sh\n".write(toFile: folder.path("s"), atomically: false, encoding: .utf8)
    #expect(await ProgramIdentity.of(folder.path("s")) == nil)
  }
}
