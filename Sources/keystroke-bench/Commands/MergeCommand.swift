import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// `keystroke-bench merge`.
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Joins the runs of shards, or of several machines, into one.",
    discussion: """
      Examples:
        keystroke-bench merge part-1 part-2 part-3 --into whole

      All runs must be finished, of one commit without changes, of one toolchain and one seed. Of shards all must be \
      there. Exact rows of the same cells must be equal; their rounds of timing follow each other, in \
      the order in which the runs began.

      run.json then lists the runs and their machines (mergedFrom), the column run names the run of a row, and a warning \
      says so if times are from several machines.

      Exit status: 0 joined; 2 the runs do not fit, and nothing is written; 130 interrupted.
      """)

  @Argument(help: ArgumentHelp("The folders of the runs.", valueName: "run"))
  var runs: [String]

  @Option(help: ArgumentHelp("The folder to make.", valueName: "folder"))
  var into: String

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if runs.count < 2 { throw ValidationError("merge joins at least two runs; name them.") }
    if into.isEmpty { throw ValidationError("--into is empty; name a folder.") }
  }

  func run() async throws {
    verbosity.apply()
    let (paths, folder) = (runs, into)
    let (run, remark): (Run, String?)
    do {
      (run, remark) = try await Interruption.guarding { try Self.merge(paths, into: folder) }
    } catch var interrupted as Interrupted {
      interrupted.words = "nothing was written"
      throw interrupted
    }
    for warning in run.metadata.warnings + [remark].compactMap(\.self) {
      if Verbosity.present != .quiet { StandardStreams.complain(line: "note: \(warning)") }
    }
    try StandardOutput.write(Self.summary(run, from: paths.count))
  }

  private static func merge(
    _ paths: [String], into folder: String
  ) throws -> (Run, String?) {
    try RunMerge.check(target: folder)
    let progress = TerminalProgress()
    progress.begin(steps: paths.count + 1)
    defer { progress.end() }
    var runs: [Run] = []
    for path in paths {
      progress.step("reading", path)
      runs.append(try RunReader.read(path))
      try Task.checkCancellation()
    }
    progress.step("writing", folder)
    return try RunMerge(runs, argv: CommandLine.arguments).save(to: folder)
  }

  private static func summary(_ run: Run, from count: Int) -> String {
    let cells = run.rows.subjects.count
    return
      "merged \(Words.count(count, "run")) into \(ShownText.line(run.name)): \(Words.count(cells, "cell")), \(Words.count(run.rows, "row")), \(Words.count(run.metadata.hosts, "machine"))\n"
  }
}
