import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults
import Foundation

/// The facts of a run, for people; an unknown fact has no line.
struct RunFacts {
  let run: Run

  init(_ run: Run) { self.run = run }

  /// Names and values, in the order of tables.
  var facts: [(String, String)] {
    let metadata = run.metadata
    let toolchain = metadata.toolchain
    let facts: [(String, String?)] = [
      ("run", metadata.savedFrom ?? metadata.id), ("commit", commit),
      ("start", metadata.start.formatted(.iso8601)),
      ("duration", metadata.end.map { Self.duration($0.timeIntervalSince(metadata.start)) }),
      ("status", metadata.status.rawValue),
      ("shard", metadata.plan.shard.map { "\($0.index) of \($0.count)" }),
      ("suites", metadata.plan.suites.joined(separator: ", ")),
      ("rounds", rounds), ("seed", String(metadata.plan.seed)),
      (
        metadata.hosts.count == 1 ? "machine" : "machines",
        metadata.hosts.map { "\($0.name), \($0.kernel)" }.joined(separator: "; ")
      ),
      ("clock", clock), ("load average", load),
      ("Swift", "\(toolchain.swift), \(toolchain.configuration.rawValue)"),
      ("ICU, CLDR", Self.versions(toolchain.icu, toolchain.cldr)),
      ("allocator", Self.words(toolchain.allocator.name, toolchain.allocator.version)),
      ("valgrind", toolchain.valgrind), ("C library", toolchain.libc),
    ]
    return facts.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : (name, $0) }
    }
  }

  private var commit: String {
    let source = run.metadata.source
    return source.commit.isEmpty
      ? "none"
      : source.commit
        + (source.dirty ? ", with changes\(source.changes.map { " (\($0))" } ?? "")" : "")
  }

  private var rounds: String? {
    let timed = Set(run.rows.records.map(\.round)).subtracting([0]).count
    let planned = run.metadata.plan.rounds
    return timed == 0
      ? "\(planned), folded into one row each"
      : timed == planned ? "\(timed)" : "\(timed) of \(planned)"
  }

  private var clock: String {
    let (hosts, conditions) = (run.metadata.hosts, run.metadata.conditions)
    let parts: [String?] = [
      Set(hosts.map(\.clockSource)).sorted().joined(separator: " and "),
      conditions.clockResolutionNanoseconds.map { "steps of \(Units.time($0))" },
      conditions.clockOverheadNanoseconds.map { "\(Units.time($0)) a reading" },
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private var load: String? {
    let conditions = run.metadata.conditions
    let parts = [
      conditions.loadAverageAtStart.map { "\(Units.fixed($0, 2)) at the start" },
      conditions.loadAverageAtEnd.map { "\(Units.fixed($0, 2)) at the end" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func versions(_ icu: String?, _ cldr: String?) -> String? {
    icu == nil && cldr == nil ? nil : "\(icu ?? "unknown"), \(cldr ?? "unknown")"
  }

  private static func words(_ name: String, _ version: String?) -> String {
    [name, version].compactMap(\.self).joined(separator: " ")
  }

  private static func duration(_ seconds: TimeInterval) -> String {
    seconds < 120 ? "\(Units.fixed(seconds, 0)) s" : "\(Units.fixed(seconds / 60, 1)) min"
  }
}
