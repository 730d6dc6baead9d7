import Foundation
import RunFixtures
import Testing

/// Tests that a small change in the format phase of one strategy is found there and nowhere else, and that its site is
/// named.
@Suite("A planted change", .needsLiveShim)
struct PlantedChangeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An entry of the output of `compare --format json`.
  private struct Entry: Decodable {
    struct Site: Decodable {
      struct Frame: Decodable { var function: String }
      var stack: [Frame]
      var before: Double
      var after: Double
    }
    var cell: String
    var phase: String?
    var metric: String?
    var finding: String
    var fails: Bool
    var baseline: Double?
    var candidate: Double?
    var note: String?
    var sites: [Site]?
  }

  private struct Document: Decodable { var entries: [Entry] }

  /// Measures a copy of the benchmark with a plant, and stores its sites.
  private func run(_ plant: String) async throws {
    let worker = folder.path("\(plant)/worker")
    try FileManager.default.createDirectory(
      atPath: folder.path("\(plant)/plant.resources"), withIntermediateDirectories: true)
    try folder.write(plant, to: "\(plant)/plant.resources/name")
    try FileManager.default.copyItem(
      atPath: BuiltProgram("PlantedBenchmarks").path, toPath: worker)
    let run = try await BuiltProgram.keystrokeBench.run([
      "run", "--worker", worker, "--no-time", "--sites", "--instructions", "valgrind",
      "--out", folder.path("run-\(plant)"),
    ])
    try #require(run.status == 0, "\(run.error)")
  }

  private func changes(_ plant: String) async throws -> (status: Int, entries: [Entry]) {
    let comparison = try await BuiltProgram.keystrokeBench.run([
      "compare", folder.path("run-nothing"), folder.path("run-\(plant)"), "--format", "json",
      "--thresholds", "/dev/null",
    ])
    let document = try JSONDecoder().decode(Document.self, from: Data(comparison.output.utf8))
    // The name of the plant moves data, which costs the making of a field an instruction or two more or less.
    return (
      comparison.status,
      document.entries.filter { $0.finding != "unchanged" && $0.phase != "setup" }
    )
  }

  @Test(
    "is reported in its phase, with its size and its site; two runs of a build are equal to the bit"
  )
  func found() async throws {
    let plants = ["nothing", "retain", "allocation", "instructions"]
    try await withThrowingTaskGroup { group in
      for plant in plants { group.addTask { try await run(plant) } }
      try await group.waitForAll()
    }
    try await expect("retain", raises: "retains", by: 1, at: "plantedRetain")
    try await expect(
      "allocation", raises: "allocations", by: 1, at: "planted_allocation_of_16_bytes")
    try await expect("allocation", raises: "bytes", by: 16, at: "planted_allocation_of_16_bytes")
    try await expect(
      "instructions", raises: "instructions", by: 50, at: "planted_fifty_instructions")

    try await expectLine()

    try FileManager.default.moveItem(
      atPath: folder.path("run-nothing"), toPath: folder.path("first"))
    try FileManager.default.removeItem(atPath: folder.path("nothing"))
    try await run("nothing")
    #expect(
      try RunOnDisk(folder.path("run-nothing")).exact == RunOnDisk(folder.path("first")).exact)
    let comparison = try await BuiltProgram.keystrokeBench.run([
      "compare", folder.path("first"), folder.path("run-nothing"), "--thresholds", "/dev/null",
    ])
    #expect(comparison.status == 0, "\(comparison.output)")
  }

  /// A check measures the sites that its baseline has, and its screen names the line.
  private func expectLine() async throws {
    let program = BuiltProgram.keystrokeBench
    let saved = try await program.run(
      ["baseline", "save", folder.path("run-nothing"), "main", "--force"], in: folder.path)
    #expect(saved.status == 0, "\(saved.error)")
    let check = try await program.run(
      ["check", "--worker", folder.path("allocation/worker"), "--no-time"], in: folder.path)
    #expect(check.status == 1, "\(check.error)")
    #expect(
      check.output.contains(
        /\nline +Tests\/CPlants\/[^:]+:[0-9]+: \+0\.8 allocations in planted_allocation_of_16_bytes\n/
      ),
      "\(check.output)")
    let next = try #require(check.output.firstMatch(of: /\nnext +[^ ]+ (profile main\.\..+)/)).1
    let profile = try await program.run([], script: "\"$0\" \(next)", in: folder.path)
    #expect(profile.output.contains("What grew, by line"), "\(profile.output) \(profile.error)")
    #expect(!profile.output.contains("What shrank"), "\(profile.output)")
  }

  private func expect(
    _ plant: String, raises metric: String, by size: Double, at site: String
  ) async throws {
    let (status, entries) = try await changes(plant)
    #expect(status == 1)
    #expect(Set(entries.map(\.cell)) == ["planted/int/en_US/5/type"])
    // The whole keystroke and the first one contain the phase; no other phase may have changed.
    #expect(Set(entries.compactMap(\.phase)) == ["format", "total", "first"])
    #expect(entries.allSatisfy { $0.finding == "regressed" && $0.fails })

    let entry = try #require(entries.first { $0.phase == "format" && $0.metric == metric })
    let change = try #require(entry.candidate) - #require(entry.baseline)
    // Four of the five keystrokes after the first type a digit, the fifth is Return. A call takes a few more
    // instructions.
    let most = size + (metric == "instructions" ? 20 : 0)
    #expect((size * 0.8 - 1e-6...most * 0.8 + 1e-6).contains(change), "\(change)")
    let risen = try #require(entry.sites).filter { $0.after > $0.before }
    #expect(
      risen.contains { risen in risen.stack.contains { $0.function.hasPrefix(site) } },
      "\(risen)")
    let total = try #require(entries.first { $0.phase == "total" && $0.metric == metric })
    #expect(try #require(total.note).hasPrefix("from format +"))
  }
}
