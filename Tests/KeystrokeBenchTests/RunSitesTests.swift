import BenchmarkResults
import Foundation
import RunFixtures
import Testing
import WorkerProtocol

/// What `run --sites` stores adds up to what the run says.
@Suite("Stored sites", .needsLiveShim)
struct RunSitesTests {
  private static let cell = "onchange-reformat/int/fr_FR/3/type"

  @Test("The sites of a metric and phase add up to it, and stacks begin within the keystroke")
  func sums() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run([
      "run", "--strategy", "onchange-reformat", "--value", "int", "--locale", "fr_FR", "--length",
      "3", "--script", "type", "--no-time", "--sites", "--instructions", "valgrind", "--out",
      folder.path("a"),
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let run = try RunReader.read(folder.path("a"))
    let sites = try SiteFile.read(fromRun: folder.path("a"))
    var looked = 0
    for row in run.rows {
      // The rest holds marks of phases, which are taken off the row and not off its sites.
      guard [.allocations, .bytes, .retains, .releases].contains(row.metric), row.phase != .rest,
        // Allocations are recorded by phase, not once more for the whole.
        row.phase != .total || row.instrument == .valgrind
      else { continue }
      let own = sites.filter {
        $0.phase == row.phase && $0.instrument == row.instrument
          && $0.metric == (row.metric == .bytes ? .allocations : row.metric)
      }
      let sum = own.reduce(0) { $0 + (row.metric == .bytes ? $1.bytes ?? 0 : $1.count) }
      let mean = try #require(row.summary.mean)
      // Calls that the runtime makes by an indirect jump have no site.
      let tolerance = row.metric == .releases ? 0.05 * mean : 1e-3
      #expect(abs(sum - mean) <= tolerance, "\(row.phase) \(row.metric): \(sum), not \(mean)")
      looked += 1
    }
    #expect(looked >= 16)
    #expect(sites.allSatisfy { !$0.stack.contains { $0.function.contains("SiteMeasurement") } })
  }

  @Test("callgrind, which has no line in common with the counter, executes as many instructions")
  func counters() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BuiltProgram.keystrokeBench.run([
      "run", "--strategy", "unformatted,incremental-*,delegate-filter,onchange-reformat", "--value",
      "int", "--locale", "fr_FR", "--length", "3", "--script", "type", "--no-time", "--sites",
      "--out", folder.path("a"),
    ])
    #expect(outcome.status == 0, "\(outcome.error)")
    let run = try RunReader.read(folder.path("a"))
    let sites = try SiteFile.read(fromRun: folder.path("a"))
    var differences: [RowPhase: Set<Double>] = [:]
    for row in run.rows where [.total, .first].contains(row.phase) && row.metric == .instructions {
      let lookups = try #require(
        run.rows.first {
          ($0.cell, $0.phase, $0.metric) == (row.cell, row.phase, .metadataLookups)
        })
      let executed = sites.reduce(0) { sum, site in
        (site.cell, site.phase, site.metric) == (row.cell, row.phase, .instructions)
          ? sum + site.count : sum
      }
      let counted = try #require(row.summary.mean) + #require(lookups.summary.mean)
      differences[row.phase, default: []].insert((executed - counted).rounded(places: 2))
    }
    // What an empty keystroke costs is taken off the rows, and not off the sites: the same for each cell.
    let empty = try #require(differences[.total]?.first)
    #expect((1...40).contains(empty))
    #expect(differences == [.total: [empty], .first: [empty]])
  }
}
