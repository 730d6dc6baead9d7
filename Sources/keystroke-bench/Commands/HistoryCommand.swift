import ArgumentParser
import BenchmarkConductor
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// `keystroke-bench history`.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows how figures changed over the commits of a folder of runs.",
    discussion: """
      Examples:
        keystroke-bench history results/runs
        keystroke-bench history results/runs --locale fr_FR --format markdown
        keystroke-bench history results/runs --format csv > history.csv
        keystroke-bench history results/runs --format json

      Runs are put in the order of their commits, if all of these are in the git repository of this folder, else in \
      the order in which they began; the output says which. It shows where exact metrics and texts changed, and what \
      a keystroke of each strategy cost in the last runs. Times of different machines are kept apart. Folders that \
      are not runs are named and skipped.

      Times need a test for change points: scripts/history, in a clone of keystroke-bench, makes it. The CSV has a \
      line for each run, cell, phase, metric and figure.

      Exit status: 0 shown; 2 there is no run, or no cell that passes the filters.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folder that holds the folders of the runs.", valueName: "folder"))
  var folder: String

  @OptionGroup var verbosity: VerbosityOptions
  @OptionGroup var filter: FilterOptions
  @OptionGroup var output: OutputFormat

  func run() async throws {
    verbosity.apply()
    let runs = try read()
    let commits = Set(runs.map(\.commit))
    let order: HistoryOrder =
      switch await CommitAncestry.order(of: commits) {
      case .places(let places): .ancestry(places)
      case .unknown(let reason): .start(reason: reason)
      }
    let history = History(runs, order: order)
    guard output.format == .csv else {
      return try StandardOutput.write(history.rendered(as: output.format))
    }
    try history.writeCSV { try StandardOutput.write($0) }
    // A table of figures does not tell in which order its lines are.
    StandardStreams.complain(line: "order: \(history.order.words)")
  }

  /// Returns the runs in the folder, and names the folders that hold none on standard error.
  private func read() throws -> [HistoryRun] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      throw Problem(
        "\(folder) could not be read: \(SystemProblem.words(error))",
        hint: "name a folder of runs")
    }
    guard !names.contains("run.json") else {
      throw Problem(
        "\(folder) is a run itself", hint: "name the folder that holds it and others")
    }
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    var runs: [HistoryRun] = []
    var read = 0
    var cells: Set<Cell> = []
    let pool = HistoryPool()
    func keep(_ run: Run) {
      cells.formUnion(run.rows.subjects.map(\.cell))
      let run = HistoryRun(run, filter: filter.filter, sharing: pool)
      read += 1
      if !run.isEmpty { runs.append(run) }
    }
    let progress = TerminalProgress()
    defer { progress.end() }
    progress.begin(steps: names.count)
    for name in names where !name.hasPrefix(".") && isFolder("\(base)/\(name)") {
      progress.step("reading", name)
      do {
        keep(try RunReader.read("\(base)/\(name)"))
      } catch {
        progress.end()
        progress.remark("skipped: \(error)")
      }
    }
    guard !runs.isEmpty else {
      throw Problem(
        read == 0
          ? "there is no run in \(folder)"
          : "no cell of \(Words.count(read, "run")) passes the filter: \(filter.filter.reason(among: cells))",
        hint: read == 0
          ? "leave some there with keystroke-bench run --out \(ShellText.path("\(base)/NAME", or: "FOLDER"))"
          : nil)
    }
    return runs
  }

  private func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
