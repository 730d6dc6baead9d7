import ArgumentParser
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
      The sessions of every cell that the filters mean are typed once. After each keystroke text, value and caret are \
      compared with what ICU makes of the digits meant, as far as the strategy promises them. A wrong cell has a line \
      with its first wrong keystroke, the caret shown as |, at most \
      \(Conductor.listedWrongCells) of them; then a summary by strategy.

      Exit status: 0 all are right; 1 some are wrong; 2 it could not be done, or nothing says what is right.

      Examples:
        keystroke-bench verify
        keystroke-bench verify --strategy 'delegate-*' --locale all --script all
        keystroke-bench verify --value all --locale all --length all --script all
      """)

  @Option(help: "The seed of the scripts.")
  var seed = RunPlan.defaultSeed

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var output: OutputFormat

  func run() async throws {
    verbosity.apply()
    var plan = try suite.plan(filter: filter.filter)
    plan.seed = seed
    let conductor = Conductor(plan, progress: TerminalProgress())
    let verification = try await Interruption.guarding { try await conductor.verify() }
    guard verification.total.ok + verification.total.wrong > 0 else {
      throw RunError("nothing says what is right in \(suite.suite): its cells leave no text")
    }
    let report = VerificationReport(verification)
    try StandardOutput.write(report.rendered(as: output.format))
    // A table of the wrong cells alone does not show how many were checked.
    if output.format == .csv { StandardStreams.complain(line: report.summary) }
    if verification.total.wrong > 0 { throw GateFailure() }
  }
}
