import BenchmarkModel
import BenchmarkResults

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
  ///   - isMeant: True for a measure that is compared; all others are left out on both sides.
  ///   - thresholds: how far exact metrics may move, and what was accepted.
  ///   - isKnownElsewhere: True for a scope that fits cells of another stored run: one that fits none is noted.
  ///   - sites: where the costs of both runs come from; nil unless both have stored it.
  ///   - requiredWithin: what a paired comparison must exclude, as a share; nil for nothing.
  ///   - day: the present day, on which acceptances hold or have expired.
  /// - Throws: ``Problem`` if no cell is in both.
  package init(
    baseline: Run, candidate: Run, filter: CellFilter = CellFilter(), suites: Set<String>? = nil,
    isMeant: @Sendable (SeriesKey.Measure) -> Bool = { _ in true },
    thresholds: Thresholds = .none,
    isKnownElsewhere: (SeriesScope) -> Bool = { _ in false },
    sites: (baseline: [CostSite], candidate: [CostSite])? = nil,
    requiredWithin: Double? = nil, on day: Day = .today
  ) throws(Problem) {
    let pair = try RunPair(
      baseline, candidate, filter: filter, suites: suites, isMeant: isMeant)
    try thresholds.check(
      against: (baseline.metadata.metrics ?? []) + (candidate.metadata.metrics ?? []),
      isKnownElsewhere: isKnownElsewhere)
    let pairedTest = PairedTest(pair.before, pair.after, thresholds: thresholds)
    let compared = pair.compare(by: thresholds, pairedTest)
    try pair.refuseIfNothingGates(compared, isPaired: pairedTest != nil)
    let scope = pair.scope(isPaired: pairedTest != nil)

    var found = [pair.absences] + compared
    for place in found.indices {
      Self.accept(&found[place], by: thresholds.acceptances, in: pair.after, on: day)
    }
    var (entries, places) = Self.sorted(found)
    if pair.hosts.difference != nil {
      for place in entries.indices where entries[place].finding == .advisory {
        entries[place].remarks.append(.otherMachine)
      }
    }
    if let sites {
      Self.attributeToSites(&entries, SiteIndex(sites.baseline), SiteIndex(sites.candidate))
    }

    self.baseline = RunLabel(baseline)
    self.candidate = RunLabel(candidate)
    self.entries = entries
    self.places = places
    self.scope = scope
    self.requiredWithin = requiredWithin
    self.pairedTest = pairedTest
    hosts = pair.hosts
    commonCells = pair.common.count
    isSameProgram = pair.isSameProgram
    gaps = Self.gaps(
      [baseline, candidate], scope, pairedTest, cells: Array(zip(pair.common, compared)))
    undecided = pairedTest.flatMap { _ in Undecided(entries, baseline.metadata) }
    notes =
      Self.notes(on: thresholds.acceptances, entries, pair, day)
      + (pair.isWhole ? thresholds.idle(in: pair.cells, isKnownElsewhere: isKnownElsewhere) : [])
      + pair.notes(isTimed: pairedTest != nil)
      + Self.notes(pair.before, pair.after, entries, filter)
    let changes = entries[places[.regressed] ?? 0..<0] + entries[places[.improved] ?? 0..<0]
    census = (pairedTest?.census ?? []) + Self.census(of: changes, in: entries)
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
