import BenchmarkModel
import BenchmarkResults
import Foundation
import RunFixtures
import Testing

/// Tests that the sites stored by `run --sites` add up to the figures of the run.
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
    "The sites of a metric and phase add up to its figure, and callgrind agrees with the counter")
  func sums() throws {
    try checkSums(of: "onchange-reformat")
    try checkInstructions()
    #expect(sites.allSatisfy { !$0.stack.contains { $0.function.contains("SiteMeasurement") } })
  }

  private func checkSums(of strategy: String) throws {
    var looked = 0
    for row in run.rows where row.cell.strategy == strategy {
      // The rest contains phase marks, whose cost is subtracted from the row and not from its sites.
      guard [.allocations, .bytes, .retains, .releases].contains(row.metric), row.phase != .rest,
        // Allocations are recorded by phase, not again for the whole keystroke.
        row.phase != .total || row.instrument == .valgrind
      else { continue }
      let own = sites(of: row.metric == .bytes ? .allocations : row.metric, row)
      let sum = own.reduce(0) { $0 + (row.metric == .bytes ? $1.bytes ?? 0 : $1.count) }
      let mean = try #require(row.summary.mean)
      // Runtime calls through an indirect jump have no site. The site of a release through a bridge object is its
      // caller, which also counts if there is nothing to release, as for the constant strings of Mirror.
      let tolerance = row.metric == .releases ? (row.phase == .setup ? 0.2 : 0.05) * mean : 1e-3
      #expect(abs(sum - mean) <= tolerance, "\(row.phase) \(row.metric): \(sum), not \(mean)")
      looked += 1
    }
    #expect(looked >= 16)
  }

  /// Compares callgrind, which provides the sites, with the counter, which shares no code with it.
  private func checkInstructions() throws {
    /// The instructions that callgrind has in excess, and the lookups, which may explain some of them.
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
    // The cost of an empty keystroke is subtracted from the rows, and not from the sites: the same for each cell.
    let empty = try #require(differences.first { $0.lookups == 0 }).excess
    #expect((1...40).contains(empty))
    for difference in differences {
      // Only callgrind counts the jump to a function of another library as part of the lookup: one per probe of about
      // 50 instructions.
      let jumps = empty - difference.excess
      #expect((-1e-3...difference.lookups / 40 + 1e-3).contains(jumps), "\(differences)")
    }
  }

  /// Returns true for lookups, which do not count as instructions, because the number of probes depends on addresses.
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
