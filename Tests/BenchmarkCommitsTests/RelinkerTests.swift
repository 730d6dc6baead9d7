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
    try FileManager.default.createDirectory(
      atPath: folder.path("Sources/Small"), withIntermediateDirectories: true)
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

  @Test(
    "Another seed gives another order of functions and the same program; the same seed gives the same file"
  )
  func links() async throws {
    let relinker = try await build()
    let order = FunctionOrder([try relinker.functions(), try relinker.functions()])
    for (seed, name) in [(UInt64(7), "a"), (8, "b"), (7, "c")] {
      try await relinker.link(order.layout(side: 0, seed: seed), to: folder.path(name))
    }
    func bytes(_ name: String) -> Data? { FileManager.default.contents(atPath: folder.path(name)) }
    #expect(bytes("a") == bytes("c"))
    let (first, second) = (try places("a"), try places("b"))
    #expect(first.count >= 30 && first.count == second.count)
    #expect(Set(first).intersection(second).count < 10)
    #expect(try run(folder.path("a"), []) == run(folder.path("b"), []))
    // The objects disappear when the scratch folder is rebuilt.
    try FileManager.default.removeItem(atPath: folder.path("scratch"))
    try await relinker.link(order.layout(side: 0, seed: 9), to: folder.path("d"))

    // A short budget must not pay for links that it cannot use: at most as many are made ahead as were used so far.
    let stock = try LinkStock(
      [relinker, relinker], functions: [try relinker.functions(), try relinker.functions()],
      seed: 1,
      folder: folder.path("stock"))
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

  @Test("In each round, what did not change lies alike in both links, wherever code was added")
  func commonLayout() async throws {
    let baseline = try await build()
    let candidate = try await build(
      """
      @inline(never) func added(_ n: Int) -> Int {
        (0..<n).map { String($0 &* n) }.joined(separator: ",").utf8.count
      }
      print(added(CommandLine.arguments.count) == 1)
      """, as: "changed")
    let functions = [try baseline.functions(), try candidate.functions()]
    let stock = try LinkStock(
      [baseline, candidate], functions: functions, seed: 1, folder: folder.path("stock"))
    let changed = functions[1].changed(from: functions[0])
    #expect(changed.contains { $0.contains("added") } && !changed.contains { $0.contains("step") })
    var rounds: [[[Substring]]] = []
    for round in 1...2 {
      try await stock.fill(upTo: round, most: 2)
      rounds.append(try [0, 1].map { try places("stock/\(round)-\($0)") })
      #expect(try run(folder.path("stock/\(round)-1"), []).hasPrefix("true\n"))
    }
    #expect(rounds[0][0].count >= 30)
    for sides in rounds { #expect(sides[0] == sides[1]) }
    #expect(Set(rounds[0][0]).intersection(rounds[1][0]).count < 10)
  }

  @Test("A function that does something else is found although its size is the same")
  func changedFunctions() async throws {
    var tables: [FunctionTable] = []
    for (number, factor) in [1, 1, 2].enumerated() {
      let relinker = try await build(
        """
        @inline(never) func other(_ n: Int) -> Int { n &* 3 &+ \(1000 * factor) }
        @inline(never) func text(_ n: Int) -> String { n > 1 ? "a text of no few letters \(factor)" : "" }
        print(other(CommandLine.arguments.count), text(CommandLine.arguments.count))
        """, as: "build\(number)")
      tables.append(try relinker.functions())
    }
    #expect(tables[1].changed(from: tables[0]) == [])
    let changed = tables[2].changed(from: tables[0])
    #expect(changed.count == 2)
    for symbol in changed {
      #expect(symbol.contains("other") || symbol.contains("text"))
      #expect(tables[2].functions[symbol]?.sizes == tables[0].functions[symbol]?.sizes)
    }

    let archive = folder.path("build0/objects.a")
    let bytes = try #require(FileManager.default.contents(atPath: archive))
    for length in [0, 7, 68, 200, 1000, bytes.count - 1] {
      try bytes.prefix(length).write(to: URL(filePath: archive))
      #expect(throws: (any Error).self, "\(length)") { try FunctionTable(archive: archive) }
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
}
