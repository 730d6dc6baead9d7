import ArgumentParser
import BenchmarkConductor
import BenchmarkModel
import BenchmarkResults

/// `keystroke-bench list`.
struct ListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the cells that a run would measure, one per line.",
    discussion: """
      Examples:
        keystroke-bench list
        keystroke-bench list --strategy 'delegate-*' --locale fr_FR,ar_EG
        keystroke-bench list --locale ja_JP --length 7

      Without filters that is the default suite, or all of the one that --suite names. A part that is named in full and is not in it, a locale \
      or a length of your own, is added: with every strategy, int, en_US, 9 digits and type if the other \
      filters say nothing.

      More examples:
        keystroke-bench list --strategy '!publisher*,!*-lean'
        keystroke-bench list --shard 2/3
        keystroke-bench list --suite field-event
      """)

  @OptionGroup var filter: FilterOptions
  @OptionGroup var part: ShardOptions
  @OptionGroup var suite: SuiteOptions

  func run() async throws {
    var plan = try suite.plan(filter: filter.filter)
    plan.shard = part.shard
    let conductor = Conductor(plan, progress: TerminalProgress())
    let (cells, leftOut) = try await Interruption.guarding { try await conductor.cells() }
    // A part may be empty if there are few cells.
    guard !cells.isEmpty || part.shard != nil else {
      throw Problem.noCells(of: suite.suiteName ?? suite.path)
    }
    try StandardOutput.write(cells.map { ShownText.line($0.id) + "\n" }.joined())
    if let leftOut { throw leftOut }
  }
}
