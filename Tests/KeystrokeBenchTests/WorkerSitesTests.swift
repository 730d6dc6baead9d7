import Foundation
import RunFixtures
import Testing

/// Tests of allocation sites in a worker's answer.
@Suite(.needsLiveShim)
struct WorkerSitesTests {
  /// The parts of a worker's answer that these tests need.
  private struct Line: Decodable {
    struct Row: Decodable {
      var phase: String
      var metric: String
      var count: Int
      var figures: [Double?]
    }
    struct Sample: Decodable { var rows: [Row] }
    struct Site: Decodable {
      var phase: String
      var frames: [[Int]]
      var allocations: Int
      var bytes: Int
      var liveBlocks: Int
      var liveBytes: Int
    }
    struct Sites: Decodable {
      var keystrokes: Int
      var sessions: Int
      var modules: [String]
      var sites: [Site]
      var lost: Int
    }
    var count: Sample?
    var sites: Sites?
    var error: String?
  }

  /// Returns the answers of a worker, without its greeting.
  private func answers(
    of worker: String, to requests: [String], _ cell: String, preload: Bool = true
  ) async throws -> [Line] {
    let program = BuiltProgram(worker)
    let fields = cell.split(separator: "/").map(String.init)
    let json =
      "{\"strategy\":\"\(fields[0])\",\"value\":\"\(fields[1])\",\"locale\":\"\(fields[2])\","
      + "\"length\":\(fields[3]),\"script\":\"\(fields[4])\"}"
    let lines = requests.map { request in
      "'{\"\(request)\":{\"cell\":\(json),\"seed\":1,\"allocations\":true,"
        + "\"setUp\":\(fields[4] == "type")}}'"
    }
    let shim = try URL(filePath: program.path).deletingLastPathComponent()
      .appending(path: "libAllocatorShim.so").path()
    let outcome = try await program.run(
      [],
      script: "printf '%s\\n' \(lines.joined(separator: " ")) | "
        + "LD_PRELOAD='\(preload ? shim : "")' SWIFT_DETERMINISTIC_HASHING=1 \"$0\"")
    #expect(outcome.status == 0, "\(outcome.error)")
    return try outcome.output.split(separator: "\n").dropFirst().map { line in
      try JSONDecoder().decode(Line.self, from: Data(line.utf8))
    }
  }

  @Test(
    "For each phase the sites add up to the ledger's counts, to the byte",
    arguments: [
      "delegate-filter/int/en_IN/9/mistype", "format-on-commit/double/fr_FR/9/type",
      "incremental-delegate/decimal/fr_FR/9/type", "incremental-onchange/int/ar_EG/9/paste",
      "onchange-reformat/int/fr_FR/9/type", "onchange-reformat/int/en_US/3/mistype",
      "partial-string/int/ar_EG/9/type", "publisher-transform/int/fr_FR/9/type",
      "unformatted/int/en_US/9/type",
    ])
  func sums(cell: String) async throws {
    let lines = try await answers(of: "KeystrokeBenchmarks", to: ["sites", "count"], cell)
    try #require(lines.count == 2)
    let sites = try #require(lines[0].sites, "\(lines[0].error ?? "no sites")")
    let rows = try #require(lines[1].count, "\(lines[1].error ?? "no sample")")
      .rows
    #expect(sites.lost == 0)
    var phases: Set<String> = []
    for row in rows where ["allocations", "bytes"].contains(row.metric) {
      let mean = try #require(row.figures.last ?? nil)
      let times = row.phase == "setup" ? sites.sessions : row.count
      let counted = Int((mean * Double(times)).rounded())
      let ofPhase = sites.sites.filter {
        row.phase == "total" ? !["first", "setup"].contains($0.phase) : $0.phase == row.phase
      }
      let sum = ofPhase.reduce(0) { $0 + (row.metric == "bytes" ? $1.bytes : $1.allocations) }
      #expect(sum == counted, "\(row.phase) \(row.metric)")
      if !["first", "setup"].contains(row.phase) { #expect(row.count == sites.keystrokes) }
      phases.insert(row.phase)
    }
    #expect(phases.isSuperset(of: ["total", "first"]))
    // A site in a phase that the ledger does not know would only be in the sum of the total.
    let named = phases.count > 2 ? phases : phases.union(["rest"])
    #expect(Set(sites.sites.map(\.phase)).isSubset(of: named))
  }

  @Test("Frames lead from malloc's caller to main, each in a file that exists")
  func frames() async throws {
    let cell = "onchange-reformat/int/fr_FR/9/type"
    let line = try #require(
      try await answers(of: "KeystrokeBenchmarks", to: ["sites"], cell).first)
    let sites = try #require(line.sites, "\(line.error ?? "no sites")")
    #expect(sites.sites.count > 10)
    for module in sites.modules {
      #expect(FileManager.default.fileExists(atPath: module), "'\(module)'")
    }
    #expect(sites.modules.contains { $0.hasSuffix("/KeystrokeBenchmarks") })
    #expect(sites.modules.contains { $0.contains("libFoundation") })
    #expect(!sites.modules.contains { $0.hasSuffix("libAllocatorShim.so") })
    for site in sites.sites {
      #expect(site.frames.count > 5)
      #expect(site.frames.allSatisfy { $0.count == 2 && sites.modules.indices.contains($0[0]) })
      #expect(site.liveBlocks >= 0 && site.liveBytes >= 0)
    }
  }

  @Test("Without the shim there are no sites, and the answer gives the reason")
  func refused() async throws {
    let line = try #require(
      try await answers(
        of: "HarnessNoise", to: ["sites"], "malloc-3x1000/none/none/1/call", preload: false
      ).first)
    #expect(line.sites == nil)
    #expect(line.error?.contains("LD_PRELOAD") == true)
  }

  @Test("The same worker binary gives the same sites twice")
  func repeated() async throws {
    func figures() async throws -> [[Int]] {
      let cell = "publisher-transform/int/fr_FR/9/type"
      let line = try #require(
        try await answers(of: "KeystrokeBenchmarks", to: ["sites"], cell).first)
      return try #require(line.sites).sites.map { site in
        [site.allocations, site.bytes, site.liveBlocks, site.liveBytes]
          + site.frames.flatMap(\.self)
      }
    }
    let once = try await figures()
    #expect(once.count > 10)
    #expect(try await figures() == once)
  }
}
