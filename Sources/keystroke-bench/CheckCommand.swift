import ArgumentParser
import BenchmarkReport
import BenchmarkResults
import BenchmarkRunner

/// `keystroke-bench check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measures, then compares with a stored baseline: the gate for CI.",
    discussion: """
      The cells that the filters mean are measured and compared with the same cells of the baseline. Exact \
      metrics gate; times against a stored baseline are advisory. Only the suite that is measured is compared: \
      other suites may have baselines of their own.

      A change for the worse that is worth it can be acknowledged in results/thresholds.toml, with a reason and a day \
      on which that ends. --accept prints the entries that it would take, --accept-to writes them to a new file; \
      neither changes the exit status or the file of thresholds.

      Exit status: 0 nothing that gates got worse; 1 something did; 2 the work could not be done; 130 \
      interrupted.

      Examples:
        keystroke-bench check
        keystroke-bench check --baseline release-1 --rounds 5
        keystroke-bench check --length 3,9 --script type --format markdown
        keystroke-bench check --accept-to accepted.toml
        keystroke-bench check --suite formatter --baseline formatter
      """)

  @Option(help: "The name of the stored baseline.")
  var baseline = "main"

  @OptionGroup var filter: FilterOptions
  @OptionGroup var measuring: MeasuringOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var accept: AcceptOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws { try accept.validate(with: output.format) }

  func run() async throws {
    try accept.check()
    // Before a minute of measuring, not after it.
    let thresholds = try thresholds.thresholds(in: results)
    let stored = try results.baselines.load(baseline)
    if let suite = measuring.suite.suiteName,
      !stored.rows.cells.contains(where: { $0.suite == suite })
    {
      throw RunError(
        "the baseline \(baseline) has no cells of \(suite): name one that has with --baseline, or save a run of it with keystroke-bench baseline save"
      )
    }
    // Another seed would type other digits, and nothing exact could be compared.
    let run = try await measuring.measure(
      filter.filter, results: results.results, defaultSeed: stored.metadata.seed)
    let comparison = try Comparison(
      baseline: stored, candidate: run, filter: filter.filter,
      suites: Set(run.metadata.suites), thresholds: thresholds)
    try StandardOutput.write(RunTable(run, filter: filter.filter).rendered(as: output.format))
    try StandardOutput.write("\n" + comparison.rendered(as: output.format))
    try accept.write(comparison, baseline: stored, candidate: run)
    if comparison.fails { throw GateFailure() }
  }
}
