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
        keystroke-bench verify --strategy my-field --accept

      The sessions of every cell that the filters mean are typed once. After each keystroke text, value and caret are \
      compared with what ICU makes of the digits meant, as far as the strategy promises them. A wrong cell has a line \
      with its first wrong keystroke, the caret shown as |, at most \
      \(Conductor.listedWrongCells) of them; then a summary by strategy.

      Cells that are known to be wrong can be accepted, with a reason, by an [[accepted]] in results/thresholds.toml. \
      Such a cell fails only if it is wrong in another way or after more keystrokes. --accept prints the entries that it \
      would take.

      Exit status: 0 all are right, or accepted; 1 some are wrong; 2 it could not be done, or the suite has no expected texts.
      """)

  @Option(help: "The seed of the scripts.")
  var seed = RunPlan.defaultSeed

  @Flag(
    help: """
      Also print what it would take to pass: entries for the file of thresholds, each still to be given its reason. \
      The exit status stays.
      """)
  var accept = false

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    guard accept, output.format != .text else { return }
    throw ValidationError("--accept prints TOML after the report, so it takes --format text.")
  }

  func run() async throws {
    verbosity.apply()
    let accepted = try thresholds.thresholds(in: results).accepted
    let patterns = accepted.flatMap(\.cells)
    var plan = try suite.plan(filter: filter.filter)
    plan.seed = seed
    let conductor = Conductor(plan, progress: TerminalProgress())
    let verification = try await Interruption.guarding {
      try await conductor.verify(counting: patterns)
    }
    guard verification.total.ok + verification.total.wrong > 0 else {
      throw Problem(
        "suite \(suite.suite) cannot be verified: its cells leave no text",
        hint: "choose a suite of fields"
      )
    }
    let found = Dictionary(zip(patterns, verification.matched ?? [])) { first, _ in first }
    let review = AcceptedReview(verification.wrongTexts, by: accepted) { found[$0] ?? 0 }
    try await complain(of: review.unmatched, conductor)
    let report = VerificationReport(verification, review)
    try StandardOutput.write(report.rendered(as: output.format))
    // A table of the wrong cells alone does not show how many were checked.
    if output.format == .csv { StandardStreams.complain(line: report.summary) }
    if accept { try StandardOutput.write("\n" + AcceptedCells.proposals(for: review.failing)) }
    if report.wrong > 0 { throw GateFailure() }
  }

  /// Warns of entries that fit no cell, such as one with a misspelt name.
  private func complain(of unmatched: [AcceptedReview.Pattern], _ conductor: Conductor) async throws
  {
    let isKnownElsewhere = thresholds.isKnownElsewhere(in: results)
    let strange = unmatched.filter {
      !isKnownElsewhere(SeriesScope(.wrongKeystrokes, cells: $0.cells))
    }
    let unknown = Set(try await conductor.unknown(strange.map(\.cells)))
    for pattern in strange where unknown.contains(pattern.cells) {
      let note = ComparisonNote.acceptedUnknown(pattern.entry, cells: pattern.cells)
      StandardStreams.complain(line: "warning: \(note.words)")
    }
  }
}
