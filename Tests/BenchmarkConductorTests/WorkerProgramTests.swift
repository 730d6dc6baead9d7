import BenchmarkConductor
import BenchmarkModel
import Foundation
import RunFixtures
import Testing

/// Tests of what is known of a worker's executable, on a package that SwiftPM really builds.
@Suite struct WorkerProgramTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["App", "Lib", "CLib/include", "Other"] {
      try FileManager.default.createDirectory(
        atPath: folder.path("Sources/\(name)"), withIntermediateDirectories: true)
    }
    try folder.write(
      """
      // swift-tools-version:6.0
      import PackageDescription
      let package = Package(name: "p", targets: [
        .target(name: "CLib"), .target(name: "Lib", dependencies: ["CLib"]),
        .executableTarget(name: "App", dependencies: ["Lib"]),
        .executableTarget(name: "Other", dependencies: ["Lib"]),
      ])
      """, to: "Package.swift")
    try folder.write("int c(void);\n", to: "Sources/CLib/include/c.h")
    try folder.write("#include \"c.h\"\nint c(void) { return 1; }\n", to: "Sources/CLib/c.c")
    try folder.write(
      "import CLib\npublic func f() -> Int { Int(c()) }\n", to: "Sources/Lib/f.swift")
    try folder.write("func g() -> Int { 2 }\n", to: "Sources/Lib/with $ and blank.swift")
    try folder.write("import Lib\nprint(f())\n", to: "Sources/App/main.swift")
    try folder.write("import Lib\nprint(-f())\n", to: "Sources/Other/main.swift")
  }

  /// Builds, and returns true if that succeeded.
  @discardableResult
  private func build(_ options: String...) async throws -> Bool {
    try await MachineShare.with {
      try await SystemTool.run("swift", ["build", "-c", "release"] + options, in: folder.path)
        .isSuccess
    }
  }

  private func newer(in root: String? = nil) -> [String]? {
    var program = WorkerProgram()
    program.executable = folder.path(".build/release/App")
    return program.newerSources(in: root ?? folder.path)
  }

  @Test("A source that changed after the build is named until it is built again")
  func changes() async throws {
    #expect(newer() == nil)
    try folder.write("int removed;\n", to: "Sources/CLib/removed.c")
    try #require(try await build())
    #expect(newer() == [])
    #expect(newer(in: folder.path("Elsewhere")) == nil)

    // After a comment SwiftPM links nothing, so the program stays older than the file.
    let odd = "Sources/Lib/with $ and blank.swift"
    try folder.write("func g() -> Int { 2 } // Two.\n", to: odd)
    #expect(newer() == [odd])
    try #require(try await build())
    #expect(newer() == [])

    try folder.write("func g() -> Int { \"no\" }\n", to: odd)
    #expect(try await !build())
    // A module that does not compile may have new objects, which are not linked.
    #expect(newer()?.isEmpty == false)
    let gone = ["Sources/CLib/removed.c", odd]
    for file in gone { try FileManager.default.removeItem(atPath: folder.path(file)) }
    #expect(newer()?.contains(gone[0]) == true)
    try #require(try await build())
    #expect(newer() == [])

    try folder.write("int c(void);\nint d(void);\n", to: "Sources/CLib/include/c.h")
    try folder.write("func h() -> Int { 3 }\n", to: "Sources/Lib/h.swift")
    try folder.write("import Lib\nprint(-2 * f())\n", to: "Sources/Other/main.swift")
    #expect(newer() == ["Sources/CLib/include/c.h", "Sources/Lib/h.swift"])
    try #require(try await build())
    #expect(newer() == [])
  }

  @Test("A program that was not linked when another one was is older than its objects")
  func otherProgram() async throws {
    try #require(try await build())
    try folder.write("import CLib\npublic func f() -> Int { 5 }\n", to: "Sources/Lib/f.swift")
    try #require(try await build("--product", "Other"))
    #expect(newer()?.contains { $0.hasSuffix("/Lib.build/f.swift.o") } == true, "\(newer() ?? [])")
    try #require(try await build())
    #expect(newer() == [])
    try folder.editLines(of: "Package.swift") { $0.append("// The end.") }
    #expect(newer() == ["Package.swift"])
    try #require(try await build())
    #expect(newer() == [])
  }
}
