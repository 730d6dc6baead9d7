import BenchmarkModel
import Foundation

extension Run {
  /// True if a cell belongs to the run's shard; the others were measured only to compare machines.
  func owns(_ cell: Cell) -> Bool { metadata.plan.shard?.shard?.contains(cell) ?? true }
}

extension RunMerge {
  /// The ratio from which a slower machine is reported, even if all parts name the same machine: it may have been busy.
  private static let leastRatio = 1.1

  /// Warnings about differences between the machines of shards, by the cells that each of them timed.
  func referenceWarnings(_ merged: RunMetadata) -> [String] {
    let times = sources.map(Self.referenceTimes)
    guard sources.count > 1, sources.allSatisfy({ $0.metadata.plan.shard != nil }),
      let common = times.map({ Set($0.keys) }).reduce(nil, { $0?.intersection($1) ?? $1 }),
      !common.isEmpty
    else { return [] }
    let means = times.compactMap { times in geometricMean(common.compactMap { times[$0] }) }
    guard let fastest = means.min(), let slowest = means.max(), fastest > 0,
      merged.hosts.count > 1 || slowest / fastest >= Self.leastRatio
    else { return [] }
    let words = zip(sources, means).map { run, mean in
      "\(run.metadata.id) \(String(format: "%.2f", mean / fastest))"
    }
    return [
      "machines by the time of unformatted, which every shard measured in \(Words.count(common, "cell")), the fastest 1: \(words.joined(separator: ", "))"
    ]
  }

  /// The median time of a keystroke, by cell of `unformatted`: the smallest of the rounds, which is the least
  /// disturbed.
  private static func referenceTimes(_ run: Run) -> [Cell: Double] {
    var times: [Cell: Double] = [:]
    for record in run.rows.records {
      let series = run.rows.series[Int(record.series)]
      guard series.cell.strategy == "unformatted", series.metric == .time,
        series.instrument == .clock, series.phase == .total,
        let time = record.summary[.p50], time > 0
      else { continue }
      times[series.cell] = min(times[series.cell] ?? .infinity, time)
    }
    return times
  }
}
