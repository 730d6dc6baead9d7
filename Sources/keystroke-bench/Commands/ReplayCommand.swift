import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport

/// `keystroke-bench replay`.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays single edits with a strategy, and holds text and caret against a file.",
    discussion: """
      Each line of the file is a case, an object of JSON: id, kind, decimal, group, groupSizes, prefix, suffix, \
      maxFraction, allowNegative, before, caret, range, replacement, key, after, caretAfter. A strategy that \
      knows only locales is tried in one that writes numbers as the case does. A line a failure is printed.

      Exit status: 0 all passed; 1 some failed; 2 the file is damaged, or the work could not be done.

      Examples:
        keystroke-bench replay --strategy delegate-filter --cases cases.jsonl
        keystroke-bench replay --strategy my-own --cases cases.jsonl --worker .build/release/MyBenchmarks
      """)

  @Option(help: "The strategy, by its name.")
  var strategy: String

  @Option(help: ArgumentHelp("The file of cases.", valueName: "file"))
  var cases: String

  @Option(
    help: ArgumentHelp(
      "Only these locales for a strategy that knows only locales, by commas.",
      valueName: "identifiers"))
  var locale: String?

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions
  @OptionGroup var output: OutputFormat

  func run() async throws {
    verbosity.apply()
    let cases = try EditCaseReader.read(cases)
    let conductor = Conductor(
      try suite.plan(filter: CellFilter()), progress: TerminalProgress())
    let known = try await conductor.replayed()
    guard known.contains(strategy) else {
      throw ValidationError(
        known.isEmpty
          ? "--suite \(suite.suite) replays no edit cases; give one with strategies."
          : "--strategy \(strategy) is not known; write one of \(known.joined(separator: ", ")).")
    }
    let (strategy, locales) = (strategy, FilterOptions.patterns(locale))
    let outcomes = try await Interruption.guarding {
      try await conductor.replay(cases, strategy: strategy, locales: locales)
    }
    let report = ReplayReport(strategy: strategy, cases: cases, outcomes: outcomes)
    try StandardOutput.write(report.rendered(as: output.format))
    // A table does not end with a sum.
    if output.format == .csv { StandardStreams.complain(line: report.summary) }
    if report.failed > 0 { throw GateFailure() }
  }

  func validate() throws {
    if FilterOptions.patterns(locale).contains("") {
      throw ValidationError("--locale has an empty identifier; write them with commas between.")
    }
  }
}
