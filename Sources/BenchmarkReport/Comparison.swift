import BenchmarkResults
import BenchmarkStatistics
import KeystrokeWorkload

/// Two runs compared row by row, and whether the candidate passes.
///
/// Exact metrics gate where the toolchains match. Texts, refreshes, emissions, counts of keystrokes and vanished
/// cells gate always. Times gate where both runs are the sides of one comparison in lock step.
public struct Comparison: Sendable {
  /// The run compared against.
  public let baseline: RunLabel
  /// The run in question.
  public let candidate: RunLabel
  /// What a reader must know first: what is advisory, what is unfinished, and why.
  public private(set) var notes: [String]
  /// Everything that was compared, by finding, then by cell.
  public private(set) var entries: [ComparisonEntry] = []
  /// The acknowledgements that fail the gate, since they expired or match nothing.
  public let acknowledgementFaults: [AcknowledgementFault]
  /// How many cells are in both runs.
  public let commonCells: Int
  /// What was decided of the times; nil unless both runs ran in lock step.
  let judgement: LockStepJudgement?
  /// The changes of times, in as few as explain them all.
  let causes: [TimedCause]

  /// Compares two runs, or the cells of them that pass a filter.
  ///
  /// - Parameters:
  ///   - baseline: the run compared against.
  ///   - candidate: the run in question.
  ///   - filter: which cells are looked at.
  ///   - suites: which suites are looked at; nil for all. A suite that was not asked for has not vanished.
  ///   - thresholds: how far exact metrics may move, and what was acknowledged.
  ///   - sites: where the costs of both runs come from; nil where not both have stored it.
  ///   - day: the present day, on which acknowledgements hold or have expired.
  /// - Throws: ``ComparisonError`` where no cell is in both.
  public init(
    baseline: Run, candidate: Run, filter: CellFilter = CellFilter(), suites: Set<String>? = nil,
    thresholds: Thresholds = .none, sites: (baseline: [CostSite], candidate: [CostSite])? = nil,
    on day: Day = .today
  ) throws(ComparisonError) {
    let before = ComparisonSide(baseline, filter: filter, suites: suites)
    let after = ComparisonSide(candidate, filter: filter, suites: suites)
    self.baseline = RunLabel(baseline)
    self.candidate = RunLabel(candidate)
    let common = before.cells.keys.filter { after.cells[$0] != nil }.sorted()
    guard !common.isEmpty else {
      throw ComparisonError(
        description:
          "nothing to compare: \(baseline.name) has \(Words.count(before.cells, "cell")),"
          + " \(candidate.name) has \(Words.count(after.cells, "cell")), and none is in both"
          + (filter.isEmpty ? "" : "; the filter may leave none"))
    }
    commonCells = common.count
    let toolchain = Toolchain(baseline.metadata, candidate.metadata)
    notes = toolchain.notes + Self.instrumentNotes(before, after)
    entries += Self.absences(before, after, .vanished) + Self.absences(after, before, .new)
    judgement = LockStepJudgement(before, after, thresholds: thresholds)
    causes = judgement?.causes ?? []
    for cell in common {
      entries += Self.compare(cell, before, after, toolchain, thresholds, judgement)
    }
    if let sites {
      Self.attributeToSites(&entries, SiteBook(sites.baseline), SiteBook(sites.candidate))
    }
    notes += Self.notes(before, after, entries)
    acknowledgementFaults = Self.acknowledge(
      &entries, by: thresholds.acknowledgements,
      compared: { Self.compares(before, after, toolchain, $0) }, filtered: !filter.isEmpty, on: day)
    entries = Self.sorted(entries)
  }

  /// The entries that fail the gate.
  public var failures: [ComparisonEntry] { entries.filter(\.fails) }

  /// Whether the candidate fails.
  public var fails: Bool {
    !acknowledgementFaults.isEmpty || entries.contains(where: \.fails)
      || causes.contains { $0.verdict.verdict == .regressed }
  }

  /// The entries of one finding.
  func entries(_ finding: Finding) -> [ComparisonEntry] {
    entries.filter { $0.finding == finding }
  }

  private static func sorted(_ entries: [ComparisonEntry]) -> [ComparisonEntry] {
    // The entries of a cell are in order already, and cells are; only findings are still mixed.
    let byFinding = Dictionary(grouping: entries, by: \.finding)
    return Finding.allCases.flatMap { byFinding[$0] ?? [] }
  }
}
