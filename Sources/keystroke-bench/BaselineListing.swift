import ArgumentParser
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench baseline list`.
struct BaselineListing: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the stored baselines.",
    discussion: """
      Examples:
        keystroke-bench baseline list
        keystroke-bench baseline list --results elsewhere --format json
      """)

  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() throws {
    let store = results.baselines
    let list = BaselineList(try store.names().map(store.load))
    try StandardOutput.write(list.rendered(as: output.format))
  }
}
