import ArgumentParser
import BenchmarkResults

/// `keystroke-bench baseline remove`.
struct BaselineRemove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a stored baseline.",
    discussion: """
      Example:
        keystroke-bench baseline remove main
      """)

  @Argument(help: "The name of the baseline.")
  var name: String

  @OptionGroup var results: ResultsOptions

  func run() throws {
    let store = results.baselines
    try store.remove(name)
    try StandardOutput.write(ShownText.line("removed \(store.path(of: name))") + "\n")
  }
}
