import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

@Suite struct ProgramIdentityTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path("x.resources"), withIntermediateDirectories: false)
    for name in ["worker", "x.resources/r", "libx.so", "other"] {
      try folder.write("first\n", to: name)
    }
  }

  @Test("Every byte of the executable, of its resources and of its libraries is the program")
  func bytes() throws {
    let first = try #require(ProgramIdentity.of(folder.path("worker")))
    try folder.write("second\n", to: "other")
    #expect(ProgramIdentity.of(folder.path("worker")) == first)
    var found: Set = [first]
    for name in ["worker", "x.resources/r", "libx.so", "x.resources/new"] {
      try folder.write("second\n", to: name)
      found.insert(try #require(ProgramIdentity.of(folder.path("worker"))))
    }
    #expect(found.count == 5)
    #expect(ProgramIdentity.of(folder.path("none")) == nil)
  }
}
