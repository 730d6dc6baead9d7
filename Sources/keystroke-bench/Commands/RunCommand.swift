import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// `keystroke-bench run`.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures the default suite, or the cells that the filters mean.",
    discussion: """
      Examples:
        keystroke-bench run
        keystroke-bench run --strategy 'onchange-*' --locale fr_FR --out today
        keystroke-bench run --length 3...9 --script type --rounds 5 --format markdown

      Every cell is checked against the oracle, counted in two fresh processes, and timed in one fresh \
      process per round. The run is a folder with run.json and samples.csv; what it tells is printed on one screen, \
      or with --details as tables. Ctrl-C keeps what was measured.

      Exit status: 0 measured; 2 the work could not be done; 130 interrupted.

      More examples:
        keystroke-bench run --no-time --locale ja_JP
        keystroke-bench run --suite formatter --locale en_IN,ja_JP
        keystroke-bench run --shard 1/3 --out first
        keystroke-bench run --resume results/runs/20261121-014500
      """)

  @Option(
    help: ArgumentHelp(
      "Complete a run that was cut short, with the options that it was begun with.",
      discussion: """
        The run may come from somebody else, so a --worker that is not of this build has to be named again.
        """,
      valueName: "dir"))
  var resume: String?

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
    let accepted = try thresholds.thresholds(in: results).accepted
    let run =
      if let resume {
        try await complete(resume)
      } else {
        try await measuring.measure(
          filter.filter, shard: part.shard, results: results.results)
      }
    try answer.write(
      run, RunTable(run, filter: CellFilter()), as: output.format, accepted: accepted)
  }

  /// Continues a run with its own command line.
  private func complete(_ folder: String) async throws -> Run {
    let run = try RunReader.read(folder)
    let stored = run.metadata
    // A script that completes lost runs may pass a finished one.
    if stored.status == .finished { return run }
    var begun = try Self.begun(stored, folder)
    if let worker = measuring.suite.worker {
      begun.measuring.suite.worker = worker
    } else if let worker = begun.measuring.suite.worker, !BuildFolder.holds(worker) {
      throw Problem(

        "\(folder) says that its worker is \(URL(filePath: worker).path.debugDescription), which is not of this build, so it was not launched",
        hint: "if it is what you want to run, name it again with --worker")
    }
    return try await begun.measuring.measure(
      begun.filter.filter, shard: begun.shard, folder: folder, defaultSeed: stored.plan.seed,
      resumes: true)
  }

  private typealias Begun = (filter: FilterOptions, shard: Shard?, measuring: MeasuringOptions)

  /// The command with which a run was begun.
  private static func begun(_ stored: RunMetadata, _ folder: String) throws -> Begun {
    let arguments = Array(stored.argv.dropFirst(2))
    switch stored.argv.dropFirst().first {
    case "run":
      let command = try parsed(RunCommand.self, arguments, folder)
      return (command.filter, command.part.shard, command.measuring)
    case "check":
      let command = try parsed(CheckCommand.self, arguments, folder)
      return (command.filter, nil, command.measuring)
    default:
      throw Problem("\(folder) was not begun by keystroke-bench run or check: measure anew")
    }
  }

  /// Parses the stored command of a run; the user who resumes it has not typed that.
  private static func parsed<Command: ParsableArguments>(
    _ type: Command.Type, _ arguments: [String], _ folder: String
  ) throws -> Command {
    do { return try type.parse(arguments) } catch {
      throw Problem(
        "\(folder)/run.json: argv is not a command line of keystroke-bench: \(type.message(for: error))",
        hint: "measure anew"
      )
    }
  }
}
