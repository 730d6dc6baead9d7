import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Glibc

/// `keystroke-bench hunt`.
struct HuntCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hunt",
    abstract: "Searches sessions for a wrong keystroke.",
    discussion: """
      Examples:
        keystroke-bench hunt incremental-delegate
        keystroke-bench hunt delegate-filter --locale de_DE --keystrokes 100000
        keystroke-bench hunt card-delegate --worker .build/release/CardFieldBenchmarks

      Sessions are drawn by a seed: keys at the end and inside, selections, numbers pasted and composed in the \
      locale's notation and in others, values that code writes. Each keystroke is judged by the oracle, which \
      shares no code with any strategy. A session that goes wrong is cut down to as few edits as it takes, and \
      printed as a case for `replay` and as a test. Each kind of fault is shown once.

      Exit status: 0 nothing was found; 1 something was; 2 the work could not be done.
      """)

  @Argument(help: ArgumentHelp("The strategy.", valueName: "strategy"))
  var strategy: String

  @Option(
    help: ArgumentHelp(
      "The locales to draw from, by commas; without it those of the suite first, then all.",
      valueName: "identifiers"))
  var locale: String?

  @Option(
    help: ArgumentHelp(
      "The kinds of value to draw from, by commas; without it all that the strategy holds.",
      valueName: "kinds"))
  var value: String?

  @Option(help: "The number of keystrokes to play.")
  var keystrokes = 1_000_000

  @Option(help: "The seed of the sessions.")
  var seed = RunPlan.defaultSeed

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions

  func run() async throws {
    verbosity.apply()
    let conductor = Conductor(
      try suite.plan(filter: CellFilter()), progress: TerminalProgress())
    let known = try await conductor.replayed()
    guard known.contains(strategy) else {
      throw Problem.unknownStrategy(strategy, among: known, of: suite.suite)
    }
    let request = HuntRequest(
      strategy: strategy, locales: FilterOptions.patterns(locale),
      values: FilterOptions.patterns(value), seed: seed, keystrokes: keystrokes)
    let hunted = try await Interruption.guarding { try await conductor.hunt(request) }
    try StandardOutput.write(HuntReport(hunted, strategy: strategy).document.text())
    if hunted.keystrokes < keystrokes {
      throw Interrupted(signal: SIGINT, words: "\(hunted.keystrokes) keystrokes were played")
    }
    if !hunted.findings.isEmpty { throw GateFailure() }
  }

  func validate() throws {
    guard keystrokes > 0 else {
      throw ValidationError("--keystrokes must be at least 1, not \(keystrokes).")
    }
    for (name, text) in [("locale", locale), ("value", value)]
    where FilterOptions.patterns(text).contains("") {
      throw ValidationError("--\(name) has an empty part; write them with commas between.")
    }
  }
}
