import BenchmarkModel
import Foundation

/// Several runs joined into one: the shards of a whole, or the same cells measured on several machines.
///
/// Exact rows occur once, and must be equal if several runs have them. Rounds of other rows follow each other, in the
/// order in which the runs began. Each row keeps the id of its run, which identifies the machine:
/// ``RunMetadata/mergedFrom`` has its facts.
package struct RunMerge: Sendable {
  /// The runs, in the order in which they began, each with a unique id.
  let sources: [Run]
  /// The command line, program first.
  let argv: [String]

  /// Joins runs, in any order.
  ///
  /// - Parameters:
  ///   - runs: the runs, at least one.
  ///   - argv: the command line, for `run.json`.
  /// - Throws: ``Problem`` with two runs that do not match, and the fact in which they differ.
  package init(_ runs: [Run], argv: [String]) throws(Problem) {
    try Self.check(runs)
    sources = Self.withOwnIDs(runs.sorted(by: Self.isEarlier))
    self.argv = argv
  }

  /// The joined run, as if read from a folder of that name.
  ///
  /// - Throws: ``Problem`` if rows of two runs contradict each other.
  package func run(name: String) throws(Problem) -> Run {
    let rows = try rows()
    return Run(name: name, metadata: try metadata(of: rows), rows: rows)
  }

  /// Compares by start, and if that is equal by other facts, so that the order of arguments does not matter.
  private static func isEarlier(_ a: Run, _ b: Run) -> Bool {
    func key(_ run: Run) -> (Double, String, Int, String) {
      let metadata = run.metadata
      return (
        metadata.start.timeIntervalSince1970, metadata.id, metadata.plan.shard?.index ?? 0,
        "\(metadata.hosts[0].name) \(metadata.hosts[0].kernel) \(metadata.argv) \(run.name)"
      )
    }
    return key(a) < key(b)
  }

  /// Adds a number to a repeated id: runs that began in the same second on two machines have the same.
  private static func withOwnIDs(_ runs: [Run]) -> [Run] {
    var taken: Set<String> = []
    return runs.map { run in
      // The parts of a run that was merged before have ids already.
      var renamed: [String: String] = [:]
      for id in run.metadata.mergedFrom?.map(\.id) ?? [run.metadata.id] {
        let others = (2...).lazy.map { "\(id)-\($0)" }
        let free = taken.contains(id) ? others.first { !taken.contains($0) } ?? id : id
        taken.insert(free)
        renamed[id] = free
      }
      guard renamed.contains(where: { $0.key != $0.value }) else { return run }
      var (metadata, rows) = (run.metadata, run.rows)
      rows.renameRuns(renamed)
      metadata.id = renamed[metadata.id] ?? metadata.id
      metadata.mergedFrom = metadata.mergedFrom?.map { part in
        var part = part
        part.id = renamed[part.id] ?? part.id
        return part
      }
      return Run(name: run.name, metadata: metadata, rows: rows)
    }
  }
}
