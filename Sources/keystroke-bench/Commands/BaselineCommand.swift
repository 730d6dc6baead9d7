import ArgumentParser
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench baseline`.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Keeps runs to compare later ones with.",
    discussion: """
      Examples:
        keystroke-bench baseline save results/runs/today main
        keystroke-bench baseline list
        keystroke-bench baseline show main --strategy 'onchange-*'
        keystroke-bench baseline remove main

      A baseline is a folder under results/baselines, small enough to commit: exact metrics are whole, times \
      are folded to one row per cell and phase.
      """,
    subcommands: [BaselineSave.self, BaselineListing.self, BaselineShow.self, BaselineRemove.self])
}

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

  @Flag(
    help:
      "Replace a baseline of that name, and save a run of a work tree with changes all the same.")
  var force = false

  @OptionGroup var results: ResultsOptions

  func run() throws {
    let store = results.baselines
    let run = try RunReader.read(source)
    let lost = force ? store.lost(of: name, replacedBy: run) : nil
    try store.save(run, as: name, force: force)
    if let lost {
      StandardStreams.complain(line: "note: \(store.path(of: name)) was replaced, and \(lost)")
    }
    try StandardOutput.write(ShownText.line("saved \(source) as \(store.path(of: name))") + "\n")
  }
}

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

/// `keystroke-bench baseline show`.
struct BaselineShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a baseline, one line per cell.",
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
    let run = try results.baselines.load(name)
    let table = RunTable(run, filter: filter.filter)
    guard !table.entries.isEmpty else {
      throw Problem(

        "nothing to show: no cell of \(name) passes the filter: \(filter.filter.reason(among: run.rows.subjects.map(\.cell)))",
        hint: "keystroke-bench baseline show \(ShellText.path(name, or: "NAME")) shows all of them")
    }
    try StandardOutput.write(table.rendered(as: output.format))
  }
}

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
