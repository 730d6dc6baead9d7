import BenchmarkModel
import Foundation
import Glibc

extension RunMerge {
  /// Refuses a target that exists already, before anything is read.
  package static func check(target folder: String) throws(Problem) {
    guard !FileAccess.exists(RunFolder(folder).path) else {
      throw Problem(
        file: folder, problem: "there is something already",
        hint: "name a folder that does not exist yet")
    }
  }

  /// Writes the joined run, which appears complete or not at all.
  ///
  /// Sites are written if every run with rows has them.
  ///
  /// - Parameter folder: the folder, which must not exist yet.
  /// - Returns: the run, with a remark if sites had to be left out.
  /// - Throws: ``Problem`` if the runs do not match or something cannot be written; `CancellationError` if the
  ///   task was cancelled, with nothing left behind.
  package func save(to folder: String) throws -> (run: Run, remark: String?) {
    let target = RunFolder(folder).path
    try Self.check(target: target)
    let run = try run(name: target)
    let (sites, remark) = try sites()
    let slash = target.lastIndex(of: "/")
    let parent = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let name = slash.map { target[target.index(after: $0)...] } ?? target[...]
    FreshFolder.sweep(in: parent, for: name)
    let fresh = FreshFolder.path(in: parent, for: name)
    do {
      try write(run, sites, to: fresh)
      try Task.checkCancellation()
      // The name may have been taken meanwhile; a folder that is not empty is not replaced.
      guard rename(fresh, target) == 0 else {
        throw FileAccess.failure(target, "the run could not be put in its place")
      }
    } catch {
      try? FileManager.default.removeItem(atPath: fresh)
      throw error
    }
    return (run, remark)
  }

  private func write(_ run: Run, _ sites: [CostSite]?, to folder: String) throws {
    var metadata = run.metadata
    metadata.status = .running
    try Task.checkCancellation()
    let writer = try RunWriter.create(folder: folder, metadata: metadata)
    try writer.append(run.rows)
    try Task.checkCancellation()
    if let sites { try SiteFile.write(sites, toRun: folder) }
    try writer.finish { $0.status = .finished }
  }

  /// The sites of all runs; those of a cell that several runs have are taken from the first.
  private func sites() throws(Problem) -> (sites: [CostSite]?, remark: String?) {
    let measured = sources.filter { !$0.rows.isEmpty }
    let without = measured.filter { !SiteFile.exists(inRun: $0.name) }
    guard without.count < measured.count else { return (nil, nil) }
    if let first = without.first {
      return (nil, "\(SiteFile.name) is left out, since \(first.name) has none")
    }
    var sites: [CostSite] = []
    var known: Set<SeriesKey> = []
    for run in measured {
      let fresh = try SiteFile.read(fromRun: run.name).filter { !known.contains($0.series) }
      known.formUnion(fresh.map(\.series))
      sites += fresh
    }
    return (sites, nil)
  }
}
