import ArgumentParser
import BenchmarkReport
import BenchmarkResults

/// `keystroke-bench compare`.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compares two runs, and fails where the second is worse.",
    discussion: """
      Exact metrics fail where they got worse and the toolchains match. Texts, refreshes, emissions and \
      vanished cells fail on any. Times are shown, and gate only in a lock-step comparison.

      A name means the stored baseline, if there is one; write ./NAME for a folder.

      Exit status: 0 nothing that gates got worse; 1 something did; 2 nothing to compare, or a damaged run.

      Examples:
        keystroke-bench compare main results/runs/today
        keystroke-bench compare results/runs/a results/runs/b --length 3...9
        keystroke-bench compare main results/runs/today --format markdown > comment.md
      """)

  @Argument(help: "The run compared against: its folder, or the name of a stored baseline.")
  var baseline: String

  @Argument(help: "The run in question: its folder, or the name of a stored baseline.")
  var candidate: String

  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputFormat
  @OptionGroup var results: ResultsOptions

  func run() async throws {
    let store = results.baselines
    // Each side is read and parsed by itself, so both cores can work.
    async let before = store.resolve(baseline)
    async let after = store.resolve(candidate)
    let comparison = try await Comparison(
      baseline: before, candidate: after, filter: filter.filter)
    try StandardOutput.write(comparison.rendered(as: output.format))
    if comparison.fails { throw GateFailure() }
  }
}
