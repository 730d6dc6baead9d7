import BenchmarkModel
import BenchmarkResults
import Dispatch
import Synchronization

/// The result of comparing two runs row by row, with a verdict on the candidate.
///
/// Exact metrics gate if the toolchains match. Texts, refreshes, emissions, counts of keystrokes and vanished cells
/// always gate. Times gate if both runs are the sides of one paired comparison.
///
/// This is a class because reports pass it on: copying everything that it holds would take hundreds of retains.
package final class Comparison: Sendable {
  /// The run compared against.
  package let baseline: RunLabel
  /// The run in question.
  package let candidate: RunLabel
  /// The facts that a reader must know first: which results are advisory, which are unfinished, and why.
  package let notes: [ComparisonNote]
  /// Everything that was compared, by finding, then by cell.
  package let entries: [ComparisonEntry]
  /// The kinds of figures that are compared, and how reliably.
  package let scope: ComparisonScope
  /// The differences between the machines of both runs.
  package let hosts: HostPair
  /// The ranges in ``entries`` of the entries of each finding.
  private let places: [Finding: Range<Int>]
  /// The number of cells that both runs have.
  package let commonCells: Int
  /// The decisions about times; nil unless both runs are the sides of a paired comparison.
  package let pairedTest: PairedTest?
  /// The cells whose times were not decided; nil if all were, or the comparison is not paired.
  package let undecided: Undecided?
  /// True if both runs are the sides of one paired comparison whose workers are the same program.
  package let isSameProgram: Bool
  /// The census of what changed, a line for each strategy, metric and phase: times, then exact metrics.
  package let census: [CensusLine]
  /// The largest share by which any strategy's keystroke may be slower, proved by the test; nil if nothing is required.
  package let requiredWithin: Double?
  /// The reasons why something that has to gate could not; those about the bound of times are ``undecidedTimes``.
  let gaps: [Reason]

  /// Compares two runs, or the cells of them that pass a filter.
  ///
  /// - Parameters:
  ///   - baseline: the run compared against.
  ///   - candidate: the run in question.
  ///   - filter: the cells to compare.
  ///   - suites: the suites to compare; nil for all. A suite that is left out does not count as vanished.
  ///   - thresholds: how far exact metrics may move, and what was accepted.
  ///   - isKnownElsewhere: True for a scope that fits cells of another stored run: one that fits none is noted.
  ///   - sites: where the costs of both runs come from; nil unless both have stored it.
  ///   - requiredWithin: what a paired comparison must exclude, as a share; nil for nothing.
  ///   - day: the present day, on which acceptances hold or have expired.
  /// - Throws: ``Problem`` if no cell is in both.
  package init(
    baseline: Run, candidate: Run, filter: CellFilter = CellFilter(), suites: Set<String>? = nil,
    thresholds: Thresholds = .none,
    isKnownElsewhere: (SeriesScope) -> Bool = { _ in false },
    sites: (baseline: [CostSite], candidate: [CostSite])? = nil,
    requiredWithin: Double? = nil, on day: Day = .today
  ) throws(Problem) {
    // The cells of other shards have not vanished.
    let shards = [baseline, candidate].compactMap { $0.metadata.plan.shard?.shard }
    // Nor have those that the filter of either run excludes.
    let filters = [filter] + [baseline, candidate].compactMap(\.metadata.plan.filter)
    let sides = inParallel(2) { number in
      RunIndex(
        number == 0 ? baseline : candidate, filters: filters, shards: shards, suites: suites)
    }
    let (before, after) = (sides[0], sides[1])
    self.baseline = RunLabel(baseline)
    self.candidate = RunLabel(candidate)
    let common = before.cells.keys.filter { after.cells[$0] != nil }.sorted()
    guard !common.isEmpty else {
      throw Self.nothingCommon(baseline, candidate, filter, suites)
    }
    commonCells = common.count
    try thresholds.check(
      against: (baseline.metadata.metrics ?? []) + (candidate.metadata.metrics ?? []),
      isKnownElsewhere: isKnownElsewhere)
    let toolchain = Toolchain(baseline.metadata, candidate.metadata)
    let hosts = HostPair(baseline.metadata, candidate.metadata)
    self.hosts = hosts
    let pairedTest = PairedTest(before, after, thresholds: thresholds)
    self.pairedTest = pairedTest
    let paired = baseline.metadata.paired(with: candidate.metadata)
    isSameProgram =
      paired.map { $0.baseline.links == .same && $0.candidate.links == .same } ?? false
    scope = ComparisonScope(
      before, after, toolchain, hosts, isPaired: pairedTest != nil,
      unevenBatches: common.count { before.batch(of: $0) != after.batch(of: $0) })
    let isWhole = shards.isEmpty && filters.allSatisfy(\.isEmpty)
    let all = Set((baseline.rows.subjects + candidate.rows.subjects).map(\.cell))
    let notes =
      (isWhole ? thresholds.idle(in: all, isKnownElsewhere: isKnownElsewhere) : [])
      + toolchain.notes + [hosts.difference.map { .machines($0) }].compactMap(\.self)
      + Self.instrumentNotes(before, after)
      + Self.pairingNotes(before, after, isTimed: pairedTest != nil)
      + (isSameProgram ? [.sameProgram] : [])
    self.requiredWithin = requiredWithin
    // A candidate that was measured without an instrument is one of another machine; a baseline that was cannot gate.
    let absences =
      Self.absences(
        before, after, cells: .vanished, rows: .vanished, of: after.instruments)
      + Self.absences(
        after, before, cells: .new, rows: .uncovered,
        of: before.instruments.union([.host, .shim, .valgrind]))
    let size = 256
    let parts = inParallel((common.count + size - 1) / size) { number in
      common[number * size..<min(common.count, (number + 1) * size)].map {
        Self.compare($0, before, after, toolchain, thresholds, pairedTest)
      }
    }.flatMap(\.self)
    if pairedTest == nil,
      !parts.joined().contains(where: { $0.metric?.isExact == true }),
      let having = [before, after].first(where: { $0.measures.contains(where: \.metric.isExact) })
    {
      throw Problem(

        "nothing was compared: only \(having.run.name) has exact metrics of the \(Words.count(common, "common cell")), and times of two runs decide nothing; measure both sides alike"
      )
    }
    gaps = Self.gaps([baseline, candidate], scope, pairedTest, cells: Array(zip(common, parts)))
    var found = [absences] + parts
    if !thresholds.acceptances.isEmpty {
      for place in found.indices {
        Self.accept(&found[place], by: thresholds.acceptances, in: after, on: day)
      }
    }
    var entries: [ComparisonEntry]
    (entries, places) = Self.sorted(found)
    if hosts.difference != nil {
      for place in entries.indices where entries[place].finding == .advisory {
        entries[place].remarks.append(.otherMachine)
      }
    }
    if let sites {
      Self.attributeToSites(&entries, SiteIndex(sites.baseline), SiteIndex(sites.candidate))
    }
    self.entries = entries
    undecided = pairedTest.flatMap { _ in Undecided(entries, baseline.metadata) }
    self.notes =
      Self.notes(on: thresholds.acceptances, entries, before, after, toolchain, day) + notes
      + Self.notes(before, after, entries, filter)
    let changes = entries[places[.regressed] ?? 0..<0] + entries[places[.improved] ?? 0..<0]
    census = (pairedTest?.census ?? []) + Self.census(of: changes, in: entries)
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

  /// The entries that fail the gate.
  package var failures: [ComparisonEntry] {
    Finding.allCases.flatMap { $0.canFail ? entries($0).filter(\.fails) : [] }
  }

  /// True if the candidate fails: by an entry, by a time, or because the required certainty is missing.
  package var fails: Bool {
    Finding.allCases.contains { $0.canFail && entries($0).contains(where: \.fails) }
      || census.contains { $0.timed != nil && $0.fails } || lacksCertainty
  }

  /// The entries of one finding.
  package func entries(_ finding: Finding) -> ArraySlice<ComparisonEntry> {
    entries[places[finding] ?? 0..<0]
  }

  /// The entries in the order of findings and, for one finding, of cells; with the range of each finding.
  private static func sorted(
    _ parts: [[ComparisonEntry]]
  ) -> ([ComparisonEntry], [Finding: Range<Int>]) {
    let found = Set(parts.joined().lazy.map(\.finding))
    var entries: [ComparisonEntry] = []
    var places: [Finding: Range<Int>] = [:]
    entries.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for finding in Finding.allCases where found.contains(finding) {
      let start = entries.count
      for part in parts {
        for entry in part where entry.finding == finding { entries.append(entry) }
      }
      places[finding] = start..<entries.count
    }
    return (entries, places)
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
