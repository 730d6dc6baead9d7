import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench verify`.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks text, value and caret after every keystroke, measuring nothing.",
    discussion: """
      Examples:
        keystroke-bench verify
        keystroke-bench verify --strategy 'delegate-*' --locale all --script all
        keystroke-bench verify --value all --locale all --length all --script all

      The sessions of every cell that the filters mean are typed once. After each keystroke text, value and caret are \
      compared with what ICU makes of the digits meant, as far as the strategy promises them. A wrong cell has a line \
      with its first wrong keystroke, the caret shown as |, at most \
      \(Conductor.listedWrongCells) of them; then a summary by strategy.

      Cells that are known to be wrong can be accepted by an [[accept]] of metric = "wrong" in results/thresholds.toml, \
      with a reason, a day on which that ends, and the most wrong keystrokes of a cell.

      Exit status: 0 all are right, or accepted; 1 some are wrong; 2 it could not be done, or the suite has no expected texts.
      """)

  @Option(help: "The seed of the scripts.")
  var seed = RunPlan.defaultSeed

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() async throws {
    verbosity.apply()
    let acceptances = try thresholds.thresholds(in: results).acceptances.filter(\.isOfWrongCells)
    var plan = try suite.plan(filter: filter.filter)
    plan.seed = seed
    let conductor = Conductor(plan, progress: TerminalProgress())
    let (verification, leftOut) = try await Interruption.guarding {
      try await conductor.verify(counting: acceptances.compactMap(\.scope.cells))
    }
    guard verification.total.ok + verification.total.wrong > 0 else {
      throw Problem(
        "suite \(suite.suite) cannot be verified: its cells leave no text",
        hint: "choose a suite of fields"
      )
    }
    let isKnownElsewhere = thresholds.isKnownElsewhere(in: results)
    let report = VerificationReport(verification, acceptances) { acceptance in
      filter.filter.isEmpty && !isKnownElsewhere(acceptance.scope)
    }
    try StandardOutput.write(report.rendered(as: output.format), as: output.format)
    // A table of the wrong cells alone does not show how many were checked.
    if output.format == .csv { StandardStreams.complain(line: report.summary) }
    if report.wrong > 0 { throw GateFailure() }
    if let leftOut { throw leftOut }
  }
}
