import ArgumentParser
import BenchmarkResults

/// `keystroke-bench upgrade`.
struct UpgradeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade", abstract: "Makes runs of an older version readable.",
    discussion: """
      Writes the number of rows and a digest of each file into run.json, which then shows when a row is gone. \
      The files are taken as they are, so upgrade only what you trust.

      Examples:
        keystroke-bench upgrade results/baselines/main
        keystroke-bench upgrade results/runs/*
      """)

  @Argument(help: ArgumentHelp("The folder of a run or of a baseline.", valueName: "run"))
  var folders: [String]

  func run() throws {
    for folder in folders {
      let run = try RunUpgrade.upgrade(folder)
      let rows = run.metadata.files?.values.reduce(0) { $0 + $1.rows }
      try StandardOutput.write(
        "upgraded \(folder)\(rows.map { ", \($0) rows" } ?? ", which is not finished")\n")
    }
  }
}
