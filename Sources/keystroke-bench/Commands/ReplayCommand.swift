import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench replay`.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replays edits and traces with strategies, and checks text, caret and value.",
    discussion: """
      Examples:
        keystroke-bench replay reports.jsonl --strategy 'incremental-*'
        keystroke-bench replay pasted.jsonl --strategy delegate-filter --locale ar_EG
        keystroke-bench replay cases.jsonl rent.jsonl --worker .build/release/MyBenchmarks

      A file has a case per line; a trace is one. A case says what is in the field, what is done and what should \
      be left; | is the caret, and a locale gives the rest:

        {"locale": "de_DE", "before": "1.23|4", "insert": "5", "after": "12.35|4"}
        {"edits": [{"type": "1234", "after": "1,234|"}, {"key": "Backspace", "after": "123|"}]}
        {"locale": "fr_FR", "insert": "1.234,5", "meant": "1234.5"}

      Of each case that fails the first wrong edit is printed, as a case that can be pasted into a file. A strategy \
      that knows only texts may take an edit for another one between the same texts: that is ambiguous, and counted \
      apart. A case that \
      gives symbols is tried, by a strategy that knows only locales, in one that writes numbers so.

      Exit status: 0 none failed; 1 some failed; 2 a file is damaged, or the work could not be done.
      """)

  @Argument(help: ArgumentHelp("Files of cases, and traces.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Only these strategies: globs, by commas; without it those that a trace names, or all.",
      valueName: "globs"))
  var strategy: String?

  @Option(
    help: ArgumentHelp(
      """
      The locales, by commas, of cases that name none; of cases that give symbols, those that are tried. \
      Without it en_US, and all.
      """, valueName: "identifiers"))
  var locale: String?

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var suite: SuiteOptions

  func run() async throws {
    verbosity.apply()
    let (locales, patterns) = (FilterOptions.patterns(locale), FilterOptions.patterns(strategy))
    let cases = try files.flatMap {
      try EditCaseReader.read($0, locale: locales.first ?? "en_US")
    }
    let conductor = Conductor(
      try suite.plan(filter: CellFilter()), progress: TerminalProgress())
    let known = try await conductor.replayed()
    let filter = CellFilter(strategy: patterns)
    let chosen = known.filter { filter.matches(strategy: $0) }
    guard !chosen.isEmpty else {
      throw Problem.unknownStrategy(strategy ?? "", among: known, of: suite.suite)
    }
    let report = try await Interruption.guarding {
      var outcomes: [ReplayReport.Outcome] = []
      for strategy in chosen {
        let own = cases.filter { patterns.isEmpty ? $0.isFor(strategy) : true }
        let left = try await conductor.replay(own, strategy: strategy, locales: locales)
        outcomes += zip(own, left).map { .init(strategy: strategy, editCase: $0, left: $1) }
      }
      return ReplayReport(outcomes)
    }
    try StandardOutput.write(report.document.text())
    if report.failed > 0 { throw GateFailure() }
  }

  func validate() throws {
    for (name, text) in [("locale", locale), ("strategy", strategy)]
    where FilterOptions.patterns(text).contains("") {
      throw ValidationError("--\(name) has an empty part; write them with commas between.")
    }
  }
}

extension EditCase {
  /// True if the case is for the strategy: a trace may name some.
  fileprivate func isFor(_ strategy: String) -> Bool { strategies?.contains(strategy) ?? true }
}
