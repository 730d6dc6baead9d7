import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// What `run --sites` stores adds up to what the run says.
@Suite("Stored sites", .needsLiveShim)
struct RunSitesTests {
  private let run: Run
  private let sites: [CostSite]
  private let folder: TemporaryFolder

  init() async throws {
    folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run([
      "run", "--strategy", "unformatted,incremental-delegate,onchange-reformat", "--value", "int",
      "--locale", "fr_FR", "--length", "3", "--script", "type", "--no-time", "--sites",
      "--instructions", "valgrind", "--out", folder.path("a"),
    ])
    try #require(outcome.status == 0, "\(outcome.error)")
    run = try RunReader.read(folder.path("a"))
    sites = try SiteFile.read(fromRun: folder.path("a"))
  }

  @Test(
    "The sites of a metric and phase add up to it, and callgrind executes what the counter does")
  func sums() throws {
    try checkSums(of: "onchange-reformat")
    try checkInstructions()
    #expect(sites.allSatisfy { !$0.stack.contains { $0.function.contains("SiteMeasurement") } })
  }

  private func checkSums(of strategy: String) throws {
    var looked = 0
    for row in run.rows where row.cell.strategy == strategy {
      // The rest holds marks of phases, which are taken off the row and not off its sites.
      guard [.allocations, .bytes, .retains, .releases].contains(row.metric), row.phase != .rest,
        // Allocations are recorded by phase, not once more for the whole.
        row.phase != .total || row.instrument == .valgrind
      else { continue }
      let own = sites(of: row.metric == .bytes ? .allocations : row.metric, row)
      let sum = own.reduce(0) { $0 + (row.metric == .bytes ? $1.bytes ?? 0 : $1.count) }
      let mean = try #require(row.summary.mean)
      // Calls that the runtime makes by an indirect jump have no site.
      let tolerance = row.metric == .releases ? 0.05 * mean : 1e-3
      #expect(abs(sum - mean) <= tolerance, "\(row.phase) \(row.metric): \(sum), not \(mean)")
      looked += 1
    }
    #expect(looked >= 16)
  }

  /// Holds callgrind, which tells the sites, against the counter, with which it has no line in common.
  private func checkInstructions() throws {
    /// How many instructions more callgrind has, and how many of a lookup may be among them.
    var differences: [(excess: Double, lookups: Double)] = []
    for row in run.rows where [.total, .first].contains(row.phase) && row.metric == .instructions {
      let lookups = try #require(
        run.rows.first {
          ($0.cell, $0.phase, $0.metric) == (row.cell, row.phase, .metadataLookups)
        }?.summary.mean)
      let executed = sites(of: .instructions, row).filter { !isMetadataLookup($0) }
        .reduce(0) { $0 + $1.count }
      let counted = try #require(row.summary.mean)
      differences.append((executed - counted, lookups))
    }
    #expect(differences.count == 6)
    // What an empty keystroke costs is taken off the rows, and not off the sites: the same for each cell.
    let empty = try #require(differences.first { $0.lookups == 0 }).excess
    #expect((1...40).contains(empty))
    for difference in differences {
      // The jump to a function of another library, one a probe of some 50 instructions, is the lookup's for callgrind alone.
      let jumps = empty - difference.excess
      #expect((-1e-3...difference.lookups / 40 + 1e-3).contains(jumps), "\(differences)")
    }
  }

  /// How many probes these take depends on addresses, so they are no part of the instructions.
  private func isMetadataLookup(_ site: CostSite) -> Bool {
    guard let function = site.stack.last?.function else { return false }
    return function.contains("swift::ConcurrentReadableHashMap") && function.contains("::find<")
      || function.contains("swift::MetadataCacheKey::operator==")
      || function.contains("swift::MetadataCacheKey::areWitnessTablesEqual")
  }

  private func sites(of metric: Metric, _ row: Row) -> [CostSite] {
    sites.filter {
      ($0.cell, $0.phase, $0.metric, $0.instrument) == (row.cell, row.phase, metric, row.instrument)
    }
  }
}
