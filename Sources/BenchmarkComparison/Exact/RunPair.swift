import BenchmarkModel
import BenchmarkResults
import Dispatch
import Synchronization

/// Two runs side by side, as far as they are compared.
struct RunPair {
  let before: RunIndex
  let after: RunIndex
  /// The cells that both have.
  let common: [SeriesKey.Subject]
  let toolchain: ToolchainPair
  let hosts: HostPair
  /// True if no cell is left out, by a filter or because a run is a part of another.
  let isWhole: Bool

  /// Finds the cells that both runs have.
  ///
  /// - Throws: ``Problem`` if there are none.
  init(
    _ baseline: Run, _ candidate: Run, filter: CellFilter, suites: Set<String>?,
    isMeant: @Sendable (SeriesKey.Measure) -> Bool
  ) throws(Problem) {
    // The cells of other shards have not vanished, nor have those that the filter of either run excludes.
    let shards = [baseline, candidate].compactMap { $0.metadata.plan.shard?.shard }
    let filters = [filter] + [baseline, candidate].compactMap(\.metadata.plan.filter)
    isWhole = shards.isEmpty && filters.allSatisfy(\.isEmpty)
    let sides = inParallel(2) { number in
      RunIndex(
        number == 0 ? baseline : candidate, filters: filters, shards: shards, suites: suites,
        isMeant: isMeant)
    }
    (before, after) = (sides[0], sides[1])
    toolchain = ToolchainPair(baseline.metadata, candidate.metadata)
    hosts = HostPair(baseline.metadata, candidate.metadata)
    common = before.cells.keys.filter { [after] in after.cells[$0] != nil }.sorted()
    if common.isEmpty { throw Self.nothingCommon(baseline, candidate, filter, suites) }
  }

  /// All cells of both runs, also those that are not compared.
  var cells: Set<Cell> {
    Set((before.run.rows.subjects + after.run.rows.subjects).map(\.cell))
  }

  /// True if they are the sides of one paired comparison whose workers are the same program.
  var isSameProgram: Bool {
    before.run.metadata.paired(with: after.run.metadata)
      .map { $0.baseline.links == .same && $0.candidate.links == .same } ?? false
  }

  func scope(isPaired: Bool) -> ComparisonScope {
    ComparisonScope(
      before, after, toolchain, hosts, isPaired: isPaired,
      unevenBatches: common.count { before.batch(of: $0) != after.batch(of: $0) })
  }

  /// The notes on how the runs were measured.
  func notes(isTimed: Bool) -> [ComparisonNote] {
    toolchain.notes + [hosts.difference.map { .machines($0) }].compactMap(\.self)
      + Comparison.instrumentNotes(before, after)
      + Comparison.pairingNotes(before, after, isTimed: isTimed)
      + (isSameProgram ? [.sameProgram] : [])
  }

  /// The cells and rows that one run has and the other lacks.
  ///
  /// A change for the worse could hide in any row that the candidate lacks. Times decide nothing if a whole side has none,
  /// unless the comparison is paired.
  var absences: [ComparisonEntry] {
    Comparison.absences(
      before, after, cells: .vanished, rows: .vanished,
      ofTimes: after.instruments.contains(.clock) || before.run.metadata.paired != nil)
      + Comparison.absences(
        after, before, cells: .new, rows: .uncovered, ofTimes: before.instruments.contains(.clock))
  }

  /// The entries of each common cell.
  func compare(by thresholds: Thresholds, _ pairedTest: PairedTest?) -> [[ComparisonEntry]] {
    let size = 256
    return inParallel((common.count + size - 1) / size) { number in
      common[number * size..<min(common.count, (number + 1) * size)].map {
        Comparison.compare($0, before, after, toolchain, thresholds, pairedTest)
      }
    }.flatMap(\.self)
  }

  /// Refuses a comparison in which nothing could gate, since only one run has exact metrics.
  ///
  /// - Throws: ``Problem`` that names the run.
  func refuseIfNothingGates(
    _ compared: [[ComparisonEntry]], isPaired: Bool
  ) throws(Problem) {
    guard !isPaired, !compared.joined().contains(where: { $0.metric?.isExact == true }),
      let having = [before, after].first(where: { $0.measures.contains(where: \.metric.isExact) })
    else { return }
    throw Problem(
      "nothing was compared: only \(having.run.name) has exact metrics of the \(Words.count(common, "common cell")), and times of two runs decide nothing; measure both sides alike"
    )
  }

  /// The error if no cell is in both runs: what each has of what was asked for, and whether it was measured with a filter.
  private static func nothingCommon(
    _ baseline: Run, _ candidate: Run, _ filter: CellFilter, _ suites: Set<String>?
  ) -> Problem {
    let asked = filter.isEmpty ? "" : " for \(filter.options)"
    let sides = [baseline, candidate].map { run in
      let cells = RunIndex(run, filters: [filter], suites: suites).cells
      let own = run.metadata.plan.filter.map { ", which was measured with \($0.options)," } ?? ""
      return
        "\(run.name)\(own) has \(cells.isEmpty ? "no cell" : Words.count(cells, "cell"))\(asked)"
    }
    let all = (baseline.rows.subjects + candidate.rows.subjects).map(\.cell)
    let isFilter = !all.isEmpty && !all.contains(where: filter.matches)
    return Problem(
      "nothing to compare: \(sides.joined(separator: ", ")), and none is in both"
        + (isFilter ? "; \(filter.reason(among: all))" : ""))
  }
}

/// Calls the body for each number below a count, as many at a time as there are processors; returns the results in
/// order.
func inParallel<Part: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Part) -> [Part] {
  let parts = Mutex<[Part?]>(Array(repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let part = body(number)
    parts.withLock { $0[number] = part }
  }
  return parts.withLock { $0.compactMap(\.self) }
}
