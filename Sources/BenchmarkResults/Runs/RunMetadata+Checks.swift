import BenchmarkModel

extension RunMetadata {
  /// Refuses a number or a list that no real run has: it would trap, or decide how long a command takes.
  ///
  /// - Parameters:
  ///   - file: the name of the file in an error.
  ///   - line: returns the line of a value, given its path.
  /// - Throws: ``Problem`` for the first such value.
  func check(file: String, line: ([String]) -> Int?) throws(Problem) {
    func fail(_ path: [String], _ found: some Any, _ expected: String) throws(Problem) {
      throw Problem(
        file: file, line: line(path) ?? line(path.dropLast()),
        problem: "\(path.joined(separator: ".")) is \(found)", expected: expected)
    }
    for (path, value, range) in counts where !range.contains(value) {
      try fail(path, value, "\(range.lowerBound) to \(range.upperBound)")
    }
    if let problem = OwnMetric.problem(in: metrics ?? []) {
      throw Problem(file: file, line: line(["metrics"]), problem: problem)
    }
    for (path, value) in figures {
      guard let value, !(0...ResultsBounds.figure).contains(value) else { continue }
      try fail(path, value, "a number that is not negative")
    }
  }

  /// Whole numbers and sizes of lists, with the path and the range of each.
  private var counts: [([String], Int, ClosedRange<Int>)] {
    let listed = 0...ResultsBounds.listed
    var counts = [
      (["id", "bytes"], id.utf8.count, 1...ResultsBounds.nameBytes),
      (["argv", "count"], argv.count, listed),
      (["source", "newerSources", "count"], source.newerSources?.count ?? 0, listed),
      (["plan", "suites", "count"], plan.suites.count, listed),
      (["plan", "rounds"], plan.rounds, 0...ResultsBounds.rounds),
      (["hosts", "count"], hosts.count, 1...ResultsBounds.mergedRuns),
      (["promises", "count"], promises?.count ?? 0, listed),
      (["ownStrategies", "count"], ownStrategies?.count ?? 0, listed),
      (["warnings", "count"], warnings.count, listed),
      (["mergedFrom", "count"], mergedFrom?.count ?? 0, 0...ResultsBounds.mergedRuns),
    ]
    counts += (plan.filter?.patterns ?? []).map { (["plan", "filter", "count"], $0.count, listed) }
    counts += hosts.enumerated().map { (["hosts", "\($0)", "cores"], $1.cores, listed) }
    counts += batchedKeystrokes.map {
      (["batchedKeystrokes", $0.key], $0.value, 1...ResultsBounds.batch)
    }
    if let shard = plan.shard {
      counts += [
        (["plan", "shard", "count"], shard.count, 1...ResultsBounds.shards),
        (["plan", "shard", "index"], shard.index, 1...max(1, shard.count)),
        (["plan", "shard", "cells"], shard.cells, 0...ResultsBounds.cells),
      ]
    }
    guard let paired else { return counts }
    counts += [
      (["paired", "looks", "count"], paired.looks.count, 0...ResultsBounds.looks),
      (["paired", "harnessChanges", "count"], paired.harnessChanges.count, listed),
      (["paired", "outside", "count"], paired.outside?.count ?? 0, listed),
    ]
    var least = 1
    for (place, look) in paired.looks.enumerated() {
      counts.append(
        (["paired", "looks", "\(place)", "rounds"], look.rounds, least...ResultsBounds.rounds))
      least = min(max(least, look.rounds), ResultsBounds.rounds)
    }
    return counts
  }

  /// Figures, with the path of each.
  private var figures: [([String], Double?)] {
    let conditions: [(String, Double?)] = [
      ("clockOverheadNanoseconds", conditions.clockOverheadNanoseconds),
      ("clockResolutionNanoseconds", conditions.clockResolutionNanoseconds),
      ("loadAverageAtStart", conditions.loadAverageAtStart),
      ("loadAverageAtEnd", conditions.loadAverageAtEnd),
      ("othersReadyAtStart", conditions.othersReadyAtStart),
      ("stolenShare", conditions.stolenShare),
    ]
    let looks = (paired?.looks ?? []).enumerated().flatMap { place, look in
      [
        (["paired", "looks", "\(place)", "spent"], look.spent),
        (["paired", "looks", "\(place)", "seconds"], look.seconds),
      ]
    }
    return conditions.map { (["conditions", $0], $1) } + [(["paired", "budget"], paired?.budget)]
      + looks
  }
}
