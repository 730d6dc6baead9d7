import BenchmarkResults
import KeystrokeWorkload

extension Comparison {
  /// What a reader must know beside the toolchains.
  static func notes(
    _ before: ComparisonSide, _ after: ComparisonSide, _ entries: [ComparisonEntry],
    _ asked: CellFilter
  ) -> [String] {
    var notes: [String] = []
    let vanished = entries.filter { $0.finding == .vanished && $0.metric == nil }.count
    let new = entries.filter {
      ($0.finding == .new || $0.finding == .uncovered) && $0.metric == nil
    }.count
    for (name, side, lost) in [("baseline", before, new), ("candidate", after, vanished)]
    where side.run.metadata.status != .finished {
      notes.append(
        "the \(name) is \(side.run.metadata.status.rawValue), not finished: "
          + (lost == 0
            ? "no cell of the other run is missing from it, but rounds may be."
            : "\(Words.count(lost, "cell")) of the other run \(lost == 1 ? "is" : "are") "
              + "missing from it in whole or in part."))
    }
    for (name, side) in [("baseline", before), ("candidate", after)] {
      guard let rounds = side.missingRounds else { continue }
      notes.append("the \(name) \(rounds).")
    }
    let (a, b) = (before.run.metadata, after.run.metadata)
    for (name, metadata) in [("baseline", a), ("candidate", b)] {
      guard let shard = metadata.shard?.shard else { continue }
      notes.append("the \(name) is shard \(shard), so only the cells of that shard are compared.")
    }
    if a.filter != b.filter {
      for (name, metadata) in [("baseline", a), ("candidate", b)] {
        // Who asks for these cells alone need not be told.
        guard let filter = metadata.filter, filter != asked else { continue }
        notes.append(
          "the \(name) was measured with \(filter.options), so only these cells are compared.")
      }
    }
    for (name, metadata) in [("baseline", a), ("candidate", b)] where !metadata.warnings.isEmpty {
      let more = metadata.warnings.count - 1
      notes.append(
        "the \(name) warns: \(metadata.warnings[0])" + (more > 0 ? " (and \(more) more)" : ""))
    }
    return notes
  }
}
