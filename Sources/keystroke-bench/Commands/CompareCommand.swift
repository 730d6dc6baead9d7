import ArgumentParser
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench compare`.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two runs or more, and fails if one is worse than the first.",
    discussion: """
      Examples:
        keystroke-bench compare main first
        keystroke-bench compare first second --length 3...9
        keystroke-bench compare main first second
        keystroke-bench compare main first --format markdown > comment.md

      Exact metrics fail if they got worse and the toolchains match. Texts, refreshes, emissions and \
      vanished cells, and what the baseline lacks of a cell, fail on any. Times are shown, and gate only in a paired comparison.

      Small changes of instructions may be tolerated by results/thresholds.toml, and larger ones accepted there. If both runs have stored where their \
      costs come from (run --sites), the stacks behind each change are named.

      A name means the stored baseline, if there is one; write ./NAME for a folder.

      If exact metrics of any common cell could not gate, as with another toolchain, the verdict is UNDECIDED.

      Exit status: 0 nothing that gates got worse, or UNDECIDED; 1 something did, or UNDECIDED with --require-decision; 2 \
      nothing to compare, or a damaged run.
      """)

  @Argument(help: "The run compared against: its folder, or the name of a stored baseline.")
  var baseline: String

  @Argument(help: "The run in question: its folder, or the name of a stored baseline.")
  var candidate: String

  @Argument(
    help: ArgumentHelp(
      "More runs, in one table with these two: each is compared with the first.",
      valueName: "candidates"))
  var others: [String] = []

  @Option(
    help: ArgumentHelp(
      "Compare only these metrics, by commas, and texts. Default: all; one that a candidate lacks fails.",
      valueName: "metrics"))
  var metric: MetricList?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var decision: DecisionOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  /// True for the measures that the user asked for.
  private var isMeant: @Sendable (SeriesKey.Measure) -> Bool {
    { [names = metric?.names] in names?.contains($0.metric.rawValue) ?? true }
  }

  /// Compares each run with the first, and prints one table of all.
  private func compareSeveral() throws {
    let store = results.baselines
    let limits = try thresholds.thresholds(in: results)
    let runs = try ([baseline, candidate] + others).map { try store.resolve($0) }
    let known = thresholds.isKnownElsewhere(in: results)
    let table = try SeveralRuns(runs, filter: filter.filter) {
      try Comparison(
        baseline: $0, candidate: $1, filter: filter.filter, isMeant: isMeant, thresholds: limits,
        isKnownElsewhere: known)
    }
    try StandardOutput.write(table.rendered(as: output.format), as: output.format)
    try decision.gate(table.verdicts)
  }

  func run() async throws {
    guard others.isEmpty else { return try compareSeveral() }
    let store = results.baselines
    // Each side is read and parsed by itself, so both cores can work.
    async let before = store.resolve(baseline)
    async let after = store.resolve(candidate)
    let limits = try thresholds.thresholds(in: results)
    let sites = try Self.sites(store, baseline, candidate)
    let comparison = try await Comparison(
      baseline: before, candidate: after, filter: filter.filter, isMeant: isMeant,
      thresholds: limits,
      isKnownElsewhere: thresholds.isKnownElsewhere(in: results), sites: sites)
    try StandardOutput.write(comparison.rendered(as: output.format), as: output.format)
    try decision.gate([comparison.verdict])
  }

  /// The sites of both runs; nil unless both have stored them.
  static func sites(
    _ store: BaselineStore, _ baseline: String, _ candidate: String
  ) throws -> (baseline: [CostSite], candidate: [CostSite])? {
    guard let before = try store.sites(baseline), let after = try store.sites(candidate)
    else { return nil }
    return (before, after)
  }
}
