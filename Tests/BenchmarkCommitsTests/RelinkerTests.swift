import BenchmarkCommits
import BenchmarkConductor
import Foundation
import RunFixtures
import Testing

/// Tests of links of one build, each with its functions in another order.
struct RelinkerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program)")
    return String(decoding: text, as: UTF8.self)
  }

  /// Builds a program of 40 functions as `ab` builds commits.
  private func build() throws {
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Small", targets: [.executableTarget(name: "Small")])
      """, to: "Package.swift")
    let functions = (0..<40).map {
      "@inline(never) func step\($0)(_ n: Int) -> Int { n &* \($0) ^ n }"
    }
    let calls = (0..<40).map { "sum = step\($0)(sum)" }
    try FileManager.default.createDirectory(
      atPath: folder.path("Sources/Small"), withIntermediateDirectories: true)
    try folder.write(
      (functions + ["var sum = CommandLine.arguments.count"] + calls + ["print(sum)"])
        .joined(separator: "\n"), to: "Sources/Small/main.swift")
    _ = try run(
      "swift",
      [
        "build", "-c", "release", "--package-path", folder.path, "--scratch-path",
        folder.path("scratch"), "--product", "Small",
      ] + Relinker.flags)
  }

  /// Returns the addresses of the program's functions.
  private func addresses(_ file: String) throws -> [String] {
    try run("nm", [file]).split(separator: "\n").filter { $0.contains("step") }.map(
      String.init)
  }

  @Test(
    "Another seed gives another order of functions and the same program; the same seed gives the same file"
  )
  func links() async throws {
    try build()
    let kept = folder.path("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    try await Relinker.keep("Small", from: folder.path("scratch"), in: kept)
    let relinker = try Relinker(of: kept)
    for (seed, name) in [(7, "a"), (8, "b"), (7, "c")] {
      try await relinker.link(seed: UInt32(seed), to: folder.path(name))
    }
    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path(name)) }
    #expect(bytes("a") == bytes("c"))
    let (first, second) = (
      try addresses(folder.path("a")), try addresses(folder.path("b"))
    )
    #expect(first.count >= 30 && first.count == second.count)
    #expect(Set(first).intersection(second).count < 10)
    #expect(try run(folder.path("a"), []) == run(folder.path("b"), []))
    // The objects disappear when the scratch folder is rebuilt.
    try FileManager.default.removeItem(atPath: folder.path("scratch"))
    try await relinker.link(seed: 9, to: folder.path("d"))

    // A short budget must not pay for links that it cannot use: at most as many are made ahead as were used so far.
    let stock = try LinkStock([relinker, relinker], seed: 1, folder: folder.path("stock"))
    func links() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("stock")).count
    }
    var made: [Int] = []
    for round in 1...5 {
      try await stock.fill(upTo: round, most: .max)
      made.append(try links())
    }
    #expect(made == [2, 4, 8, 8, 16])
    try await stock.fill(upTo: 9, most: 10)
    #expect(try links() == 20)
  }

  @Test("A program that cannot be linked again gets a reason")
  func problem() async throws {
    let kept = folder.path("kept")
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    #expect(throws: (any Error).self) { try Relinker(of: kept) }
    try await Relinker.keep("Small", from: folder.path("nowhere"), in: kept)
    let error = try #require(throws: (any Error).self) { try Relinker(of: kept) }
    #expect("\(error)" == "SwiftPM did not say how it links Small")
  }

  @Test("Every link of a comparison has a different seed, on both sides")
  func seeds() {
    let seeds = (1...500).flatMap { round in
      [0, 1].map { LinkStock.seed(3, round: round, side: $0) }
    }
    #expect(Set(seeds).count == seeds.count)
    #expect(seeds.allSatisfy { $0 > 0 && $0 <= UInt32(Int32.max) })
    #expect(LinkStock.seed(3, round: 1, side: 0) != LinkStock.seed(4, round: 1, side: 0))
  }

  @Test("Each side starts first in two of every four rounds, in a random order")
  func firstSides() {
    let sides = (1...400).map { PairedProcesses.firstSide(of: $0, seed: 5) }
    for block in stride(from: 0, to: 400, by: 4) {
      #expect(sides[block..<block + 4].reduce(0, +) == 2)
    }
    #expect(Set(stride(from: 0, to: 400, by: 4).map { Array(sides[$0..<$0 + 4]) }).count == 6)
  }
}
