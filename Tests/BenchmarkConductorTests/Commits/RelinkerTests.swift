import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults
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

  /// Builds a program of 40 functions, and of more at its beginning, as `ab` builds commits, and keeps what links it.
  private func build(_ more: String = "", as name: String = "kept") async throws -> Relinker {
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
    try folder.write(
      ([more] + functions + ["var sum = CommandLine.arguments.count"] + calls + ["print(sum)"])
        .joined(separator: "\n"), to: "Sources/Small/main.swift")
    _ = try run(
      "swift",
      [
        "build", "-c", "release", "--package-path", folder.path, "--scratch-path",
        folder.path("scratch"), "--product", "Small",
      ] + Relinker.flags)
    let kept = folder.path(name)
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    try await Relinker.keep("Small", from: folder.path("scratch"), in: kept)
    return try Relinker(of: kept)
  }

  /// Returns the names of the functions `step0` to `step39` in a link, each with its place within its page.
  private func places(_ name: String) throws -> [Substring] {
    // 16 digits of the address; a page has 4,096 bytes.
    try run("nm", [folder.path(name)]).split(separator: "\n").filter { $0.contains("step") }
      .map { $0.dropFirst(13) }
  }

  @Test("The links of a round give equal code the same place; those of another round another one")
  func links() async throws {
    let baseline = try await build()
    // This replaces the objects in the scratch folder.
    let candidate = try await build(
      """
      @inline(never) func added(_ n: Int) -> Int {
        (0..<n).map { String($0 &* n) }.joined(separator: ",").utf8.count
      }
      print(added(CommandLine.arguments.count) == 1)
      """, as: "changed")
    let functions = [try await baseline.sizes(), try await candidate.sizes()]
    let order = FunctionOrder(functions)
    for (seed, name) in [(UInt64(7), "a"), (8, "b"), (7, "c")] {
      try await baseline.link(order.layout(side: 0, seed: seed), to: folder.path(name))
    }
    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path(name)) }
    #expect(bytes("a") == bytes("c") && bytes("a") != bytes("b"))
    #expect(try run(folder.path("a"), []) == run(folder.path("b"), []))

    let stock = try LinkStock(
      [baseline, candidate], functions: functions, seed: 1, folder: folder.path("stock"))
    func links() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: folder.path("stock")).count
    }
    // A short budget must not pay for links that it cannot use: at most as many are made ahead as were used so far.
    var made: [Int] = []
    for round in 1...5 {
      try await stock.fill(upTo: round, most: .max)
      made.append(try links())
    }
    #expect(made == [2, 4, 8, 8, 16])
    try await stock.fill(upTo: 9, most: 10)
    #expect(try links() == 20)
    let rounds = try (1...2).map { round in try [0, 1].map { try places("stock/\(round)-\($0)") } }
    #expect(rounds[0][0].count >= 30)
    for sides in rounds { #expect(sides[0] == sides[1]) }
    #expect(Set(rounds[0][0]).intersection(rounds[1][0]).count < 10)
    #expect(try run(folder.path("stock/1-1"), []).hasPrefix("true\n"))

    let (old, new) = (baseline.objects, candidate.objects)
    #expect(try await ObjectReading.differing(old, old) == [])
    let changed = try await ObjectReading.differing(old, new)
    #expect(changed.contains { $0.contains("added") } && !changed.contains { $0.contains("step") })
    let data = try #require(FileManager.default.contents(atPath: old))
    let damaged = folder.path("damaged.a")
    var header = data
    header.replaceSubrange(56..<60, with: Data("9999".utf8))
    for data in [Data(), data.prefix(200), header] {
      try data.write(to: URL(filePath: damaged))
      await #expect(throws: Problem.self) { try await ObjectReading.differing(old, damaged) }
    }
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

  @Test("Every round of a comparison has a seed of its own")
  func seeds() {
    let seeds = (1...500).map { LinkStock.seed(3, round: $0) }
    #expect(Set(seeds).count == seeds.count)
    #expect(LinkStock.seed(3, round: 1) != LinkStock.seed(4, round: 1))
  }

  @Test("Each side starts first in two of every four rounds, in a random order")
  func firstSides() {
    let sides = (1...400).map { PairedProcesses.firstSide(of: $0, seed: 5) }
    for block in stride(from: 0, to: 400, by: 4) {
      #expect(sides[block..<block + 4].reduce(0, +) == 2)
    }
    #expect(Set(stride(from: 0, to: 400, by: 4).map { Array(sides[$0..<$0 + 4]) }).count == 6)
  }

  @Test("Each side is on either processor in two of every four rounds, whichever starts first")
  func places() {
    let places = (1...400).map { PairedProcesses.places(of: $0, on: [7, 3], seed: 5) }
    #expect(places.allSatisfy { $0 == [7, 3] || $0 == [3, 7] })
    for block in stride(from: 0, to: 400, by: 4) {
      #expect(places[block..<block + 4].count { $0 == [7, 3] } == 2)
    }
    let starts = (1...400).map { PairedProcesses.firstSide(of: $0, seed: 5) }
    #expect(Set(zip(places, starts).map { "\($0) \($1)" }).count == 4)
    #expect(PairedProcesses.places(of: 1, on: [2], seed: 5) == [2, 2])
    #expect(PairedProcesses.places(of: 1, on: [], seed: 5) == [nil, nil])
  }
}
