import ArgumentParser
import BenchmarkResults

/// `keystroke-bench baseline save`.
struct BaselineSave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Saves a finished run as a baseline.",
    discussion: """
      Examples:
        keystroke-bench baseline save results/runs/today main
        keystroke-bench baseline save results/runs/today main --force
      """)

  @Argument(help: ArgumentHelp("The folder of the run.", valueName: "run"))
  var source: String

  @Argument(help: "The name of the baseline.")
  var name: String

  @Flag(help: "Replace a baseline of that name.")
  var force = false

  @OptionGroup var results: ResultsOptions

  func run() throws {
    let store = results.baselines
    try store.save(RunReader.read(source), as: name, force: force)
    try StandardOutput.write(ShownText.line("saved \(source) as \(store.path(of: name))") + "\n")
  }
}
