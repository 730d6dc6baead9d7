import ArgumentParser
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport

/// `keystroke-bench run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures the default suite, or the cells that the filters mean.",
    discussion: """
      Examples:
        keystroke-bench run
        keystroke-bench run --strategy 'onchange-*' --locale fr_FR --out first
        keystroke-bench run --length 3...9 --script type --rounds 5 --format markdown

      Every cell is checked against the oracle, counted in two fresh processes, and timed in one fresh \
      process per round. The run is a folder with run.json and samples.csv; what it tells is printed on one screen, \
      or with --details as tables. Ctrl-C keeps what was measured.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      More examples:
        keystroke-bench run --no-time --locale ja_JP
        keystroke-bench run --suite formatter --locale en_IN,ja_JP
        keystroke-bench run --shard 1/3 --out part-1
      """)

  @OptionGroup var filter: FilterOptions
  @OptionGroup var part: ShardOptions
  @OptionGroup var measuring: MeasuringOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() async throws {
    verbosity.apply()
    let acceptances = try thresholds.thresholds(in: results).acceptances
    let (run, leftOut) = try await measuring.measure(
      filter.filter, shard: part.shard, results: results.results)
    try StandardOutput.write(
      answer.rendered(
        run, RunTable(run, filter: CellFilter()), as: output.format, acceptances: acceptances),
      as: output.format)
    if let leftOut { throw leftOut }
  }
}
