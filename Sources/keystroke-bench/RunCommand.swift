import ArgumentParser
import BenchmarkReport
import KeystrokeWorkload

/// `keystroke-bench run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures the default suite, or the cells that the filters mean.",
    discussion: """
      Every cell is checked against the oracle, counted in two fresh processes, and timed in one fresh \
      process a round. The run is a folder with run.json and samples.csv; a table of it is printed. Ctrl-C \
      keeps what was measured.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      Examples:
        keystroke-bench run
        keystroke-bench run --strategy delegate-filter,onchange-reformat --locale en_US,fr_FR --out today
        keystroke-bench run --length 3...9 --script type --rounds 5 --format markdown
        keystroke-bench run --no-time --locale ja_JP
      """)

  @OptionGroup var filter: FilterOptions
  @OptionGroup var measuring: MeasuringOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() async throws {
    let run = try await measuring.measure(filter.filter, results: results.results)
    try StandardOutput.write(RunTable(run, filter: CellFilter()).rendered(as: output.format))
  }
}
