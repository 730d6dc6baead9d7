import ArgumentParser
import BenchmarkComparison
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench baseline show`.
struct BaselineShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what a baseline holds, a line a cell.",
    discussion: """
      Examples:
        keystroke-bench baseline show main
        keystroke-bench baseline show main --locale ar_EG,fr_FR --format csv
      """)

  @Argument(help: "The name of the baseline.")
  var name: String

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() throws {
    let table = RunTable(try results.baselines.load(name), filter: filter.filter)
    guard !table.entries.isEmpty else {
      throw CommandError(
        problem: "nothing to show: no cell of \(name) passes the filter",
        hint: "keystroke-bench baseline show \(ShellText.path(name, or: "NAME")) shows all of them")
    }
    try StandardOutput.write(table.rendered(as: output.format))
  }
}
