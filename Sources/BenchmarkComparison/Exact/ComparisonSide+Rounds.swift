import BenchmarkResults
import WorkerProtocol

extension ComparisonSide {
  /// Which rounds of its times are not there, in words; nil where all are.
  ///
  /// A run says how many were planned. One that was merged has as many as its runs, and a paired comparison leaves out
  /// cells that are decided: of those only a gap shows. A baseline has one row for all rounds.
  var missingRounds: String? {
    let metadata = run.metadata
    guard metadata.status == .finished, metadata.savedFrom == nil else { return nil }
    let isPlain = metadata.mergedFrom == nil && metadata.paired == nil
    var lacking = 0
    var most = 0
    for places in cells.values {
      let missing =
        places.map { place -> Int in
          guard code(place).metric == .time, code(place).instrument == .clock else { return 0 }
          let rounds = records(place).map { Int($0.round) }
          let expected = isPlain ? metadata.roundsPlanned : rounds.max() ?? 0
          return max(0, expected - Set(rounds).count)
        }.max() ?? 0
      if missing > 0 { lacking += 1 }
      most = max(most, missing)
    }
    guard lacking > 0 else { return nil }
    return
      "lacks rounds: \(Words.count(lacking, "cell")) of \(cells.count) \(lacking == 1 ? "was" : "were") timed in up to"
      + " \(Words.count(most, "round")) fewer than "
      + (isPlain ? "the \(metadata.roundsPlanned) of the run" : "their numbers tell")
  }
}
