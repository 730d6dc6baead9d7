import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench check`.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Measures, then compares with a stored baseline: the gate for CI.",
    discussion: """
      Examples:
        keystroke-bench check
        keystroke-bench check --baseline release-1 --rounds 5
        keystroke-bench check --length 3,9 --script type --format markdown

      The cells that the filters mean are measured and compared with the same cells of the baseline. Exact \
      metrics gate; times against a stored baseline are advisory. Only the suite that is measured is compared. \
      If main has no cells of a suite, the suite's own baseline is taken: main-formatter or \
      main-field-event.

      A change for the worse that is worth it can be accepted by an [[accept]] in results/thresholds.toml, with a reason \
      and a day on which that ends.

      What the run tells is printed on one screen, the verdict first; --details prints tables below it.

      If exact metrics of any common cell could not gate, as with another toolchain, the verdict is UNDECIDED.

      Exit status: 0 nothing that gates got worse, or UNDECIDED; 1 something did, or UNDECIDED with --require-decision; 2 \
      the work could not be done; 130 interrupted.

      More examples:
        keystroke-bench check --suite formatter
        keystroke-bench check --suite all
      """)

  @Option(help: "The name of the stored baseline.")
  var baseline = "main"

  @OptionGroup var filter: FilterOptions
  @OptionGroup var measuring: MeasuringOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var decision: DecisionOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard measuring.suite.each.count > 1 else { return }
    guard ![.json, .csv].contains(output.format) else {
      throw ValidationError(
        "--suite all makes a report per suite; --format json and --format csv take one suite.")
    }
  }

  func run() async throws {
    verbosity.apply()
    // Before a minute of measuring, not after it.
    let limits = try thresholds.thresholds(in: results)
    let suites = measuring.suite.each
    let stored = try suites.map(baseline(of:))
    var outcomes: [Outcome] = []
    do {
      for (suite, stored) in zip(suites, stored) {
        outcomes.append(try await outcome(of: suite, against: stored, limits))
      }
    } catch {
      // The suites before it were measured, so their answers are shown.
      try StandardOutput.write(Self.joined(outcomes), as: output.format)
      throw error
    }
    let verdicts = outcomes.map(\.verdict)
    if suites.count > 1 && output.format == .text {
      try StandardOutput.write("\(Self.summary(of: suites.map(\.suite), verdicts))\n\n")
    }
    try StandardOutput.write(Self.joined(outcomes), as: output.format)
    try decision.gate(verdicts)
    if let lacking = outcomes.lazy.compactMap(\.lacking).first { throw lacking }
  }

  /// The answer and the verdict of a suite.
  private struct Outcome {
    var answer: String
    var verdict: Comparison.Verdict
    /// The reason why something was not measured; nil if nothing is missing.
    var lacking: Problem?
  }

  private static func joined(_ outcomes: [Outcome]) -> String {
    outcomes.map(\.answer).joined(separator: "\n")
  }

  /// Measures a suite, and compares it with its baseline.
  private func outcome(
    of suite: SuiteOptions, against stored: Run, _ limits: Thresholds
  ) async throws -> Outcome {
    var measuring = measuring
    measuring.suite = suite
    if self.measuring.suite.each.count > 1 {
      measuring.out = measuring.out.map { "\($0)-\(suite.suite)" }
    }
    // What the baseline has is measured, however many cells there are.
    if stored.rows.series.contains(where: { $0.instrument == .valgrind }) {
      measuring.instructions = measuring.instructions ?? .valgrind
    }
    let sites = try results.baselines.sites(stored.name)
    // Another seed would type other digits, and nothing exact could be compared.
    let (run, leftOut) = try await measuring.measure(
      filter.filter, results: results.results, defaultSeed: stored.metadata.plan.seed,
      sitedCells: Set(sites?.map(\.cell) ?? []))
    let comparison = try Comparison(
      baseline: stored, candidate: run, filter: filter.filter,
      suites: Set(run.metadata.plan.suites),
      // What must be decided is all that the baseline has.
      isMeant: decision.requireDecision ? { _ in true } : measuring.isMeant, thresholds: limits,
      isKnownElsewhere: thresholds.isKnownElsewhere(in: results),
      sites: CompareCommand.sites(results.baselines, stored.name, run.name))
    return Outcome(
      answer: try answer.rendered(
        run, RunTable(run, filter: filter.filter), comparison, as: output.format,
        repeating: thresholds.repeated + results.repeated, acceptances: limits.acceptances),
      verdict: comparison.verdict, lacking: leftOut)
  }

  /// The worst verdict of several suites, with the suites that have it and the first reason of each.
  private static func summary(of suites: [String], _ verdicts: [Comparison.Verdict]) -> String {
    let worst =
      verdicts.first { $0 == .fail } ?? verdicts.first { $0 != .pass } ?? .pass
    guard worst != .pass else { return "PASS: all \(suites.count) suites" }
    let named = zip(suites, verdicts).filter { $1.code == worst.code }.map { suite, verdict in
      suite + (verdict.reasons.first.map { " (\($0.cause))" } ?? "")
    }
    return "\(worst.word): \(named.joined(separator: ", ")), of \(suites.count) suites"
  }

  /// The stored baseline with cells of a suite: the one that was named, or the suite's own baseline next to it.
  private func baseline(of suite: SuiteOptions) throws -> Run {
    guard let name = suite.suiteName else { return try results.baselines.load(baseline) }
    func holds(_ run: Run) -> Bool { run.rows.subjects.contains { $0.suite == name } }
    let stored = try results.baselines.load(baseline)
    if holds(stored) { return stored }
    let own = "\(baseline)-\(suite.suite)"
    if results.baselines.contains(own) {
      let stored = try results.baselines.load(own)
      if holds(stored) { return stored }
    }
    throw Problem(
      "the baseline \(baseline) has no cells of \(name), and there is no \(own): name one that has with --baseline, or save a run of it with keystroke-bench baseline save"
    )
  }
}
