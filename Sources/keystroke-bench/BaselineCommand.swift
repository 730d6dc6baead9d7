import ArgumentParser

/// `keystroke-bench baseline`.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Keeps runs to compare later ones with.",
    discussion: """
      A baseline is a folder under results/baselines, small enough to commit: exact metrics are whole, times \
      are folded to one row a cell and phase.

      Examples:
        keystroke-bench baseline save results/runs/today main
        keystroke-bench baseline list
        keystroke-bench baseline show main --strategy 'onchange-*'
        keystroke-bench baseline remove main
      """,
    subcommands: [BaselineSave.self, BaselineListing.self, BaselineShow.self, BaselineRemove.self])
}
