import BenchmarkModel
import BenchmarkResults
import Dispatch
import Synchronization

/// The result of comparing two runs row by row, with the decision whether the candidate passes.
///
/// Exact metrics gate if the toolchains match. Texts, refreshes, emissions, counts of keystrokes and vanished cells
/// always gate. Times gate if both runs are the sides of one paired comparison.
///
/// This is a class because reports pass it on: copying everything that it holds would take hundreds of retains.
public final class Comparison: Sendable {
  /// The run compared against.
  public let baseline: RunLabel
  /// The run in question.
  public let candidate: RunLabel
  /// The facts that a reader must know first: which results are advisory, which are unfinished, and why.
  public let notes: [ComparisonNote]
  /// Everything that was compared, by finding, then by cell.
  public let entries: [ComparisonEntry]
  /// The kinds of figures that are compared, and how reliably.
  public let scope: ComparisonScope
  /// The differences between the machines of both runs.
  package let hosts: HostPair
  /// The ranges in ``entries`` of the entries of each finding.
  private let places: [Finding: Range<Int>]
  /// The acknowledgements that fail the gate, because they expired or match nothing.
  public let acknowledgementFaults: [AcknowledgementFault]
  /// The number of cells that both runs have.
  public let commonCells: Int
  /// The decisions about times; nil unless both runs are the sides of a paired comparison.
  package let pairedTest: PairedTest?
  /// The census of the changes, a line for each strategy, metric and phase: times, then exact metrics.
  package let census: [CensusLine]
  /// The largest slowdown that a paired comparison must exclude for every strategy, as a share; nil if none is
  /// required.
  package let requiredWithin: Double?

  /// Compares two runs, or the cells of them that pass a filter.
  ///
  /// - Parameters:
  ///   - baseline: the run compared against.
  ///   - candidate: the run in question.
  ///   - filter: the cells to compare.
  ///   - suites: the suites to compare; nil for all. A suite that is left out does not count as vanished.
  ///   - thresholds: how far exact metrics may move, and what was acknowledged.
  ///   - sites: where the costs of both runs come from; nil if either has not stored it.
  ///   - requiredWithin: the slowdown that a paired comparison must exclude, as a share; nil for none.
  ///   - day: the present day, on which acknowledgements hold or have expired.
  /// - Throws: ``ComparisonError`` if no cell is in both.
  public init(
    baseline: Run, candidate: Run, filter: CellFilter = CellFilter(), suites: Set<String>? = nil,
    thresholds: Thresholds = .none, sites: (baseline: [CostSite], candidate: [CostSite])? = nil,
    requiredWithin: Double? = nil, on day: Day = .today
  ) throws(ComparisonError) {
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
      throw ComparisonError(
        description:
          "nothing to compare: \(baseline.name) has \(Words.count(before.cells, "cell")),"
          + " \(candidate.name) has \(Words.count(after.cells, "cell")), and none is in both"
          + (filters.contains { !$0.isEmpty } ? "; the filters may leave none" : ""))
    }
    commonCells = common.count
    let toolchain = Toolchain(baseline.metadata, candidate.metadata)
    let hosts = HostPair(baseline.metadata, candidate.metadata)
    self.hosts = hosts
    let pairedTest = PairedTest(before, after, thresholds: thresholds)
    self.pairedTest = pairedTest
    scope = ComparisonScope(
      before, after, toolchain, hosts, isPaired: pairedTest != nil,
      unevenBatches: common.count { before.batch(of: $0) != after.batch(of: $0) })
    let notes =
      toolchain.notes + [hosts.difference.map { .machines($0) }].compactMap(\.self)
      + Self.instrumentNotes(before, after)
      + (pairedTest == nil ? [] : Self.pairingNotes(before, after))
    self.requiredWithin = requiredWithin
    // A candidate measured without an instrument may come from another machine, so the missing rows are not failures.
    // Without the instrument in the baseline there is nothing to gate against.
    let absences =
      Self.absences(
        before, after, cells: .vanished, rows: .vanished, of: after.instruments)
      + Self.absences(
        after, before, cells: .new, rows: .uncovered,
        of: before.instruments.union([.host, .shim, .valgrind]))
    let size = 256
    let parts = inParallel((common.count + size - 1) / size) { number in
      common[number * size..<min(common.count, (number + 1) * size)].flatMap {
        Self.compare($0, before, after, toolchain, thresholds, pairedTest)
      }
    }
    let budgets = Self.budgetEntries(common, after, thresholds.budgets)
    var found = [absences] + parts + [budgets]
    if thresholds.acknowledgements.isEmpty {
      acknowledgementFaults = []
    } else {
      found = [found.flatMap(\.self)]
      acknowledgementFaults = Self.acknowledge(
        &found[0], by: thresholds.acknowledgements,
        compared: { Self.compares(before, after, toolchain, $0) },
        filtered: filters.contains { !$0.isEmpty },
        on: day)
    }
    var entries: [ComparisonEntry]
    (entries, places) = Self.sorted(found)
    if hosts.difference != nil {
      for place in entries.indices where entries[place].finding == .advisory {
        entries[place].remarks.append(.otherMachine)
      }
    }
    if let sites {
      Self.attributeToSites(&entries, SiteBook(sites.baseline), SiteBook(sites.candidate))
    }
    self.entries = entries
    self.notes = notes + Self.notes(before, after, entries, filter)
    let changes = entries[places[.regressed] ?? 0..<0] + entries[places[.improved] ?? 0..<0]
    census = (pairedTest?.census ?? []) + Self.census(of: changes, in: entries)
  }

  /// The entries that fail the gate.
  public var failures: [ComparisonEntry] {
    Finding.allCases.flatMap { $0.canFail ? entries($0).filter(\.fails) : [] }
  }

  /// True if the candidate fails: by an entry, by a time, by an acknowledgement, or because the required certainty is
  /// missing.
  public var fails: Bool {
    !acknowledgementFaults.isEmpty
      || Finding.allCases.contains { $0.canFail && entries($0).contains(where: \.fails) }
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

/// The reason why two runs cannot be compared at all.
public struct ComparisonError: Error, Equatable, CustomStringConvertible {
  /// The problem, and what to do about it.
  public var description: String

  /// Makes an error with this description.
  public init(description: String) { self.description = description }
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
