import ArgumentParser
import BenchmarkConductor
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The option for the folder of results.
struct ResultsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder with baselines/ and runs/.", valueName: "dir"))
  var results = ResultsOptions.standard

  /// The option as a command that is printed repeats it; empty for the default.
  var repeated: [String] { results == Self.standard ? [] : ["--results", results] }

  private static let standard = "results"

  /// The stored baselines.
  var baselines: BaselineStore { BaselineStore(resultsFolder: results) }

  func validate() throws {
    if results.isEmpty { throw ValidationError("--results is empty; name a folder.") }
  }
}

extension ReportFormat: ExpressibleByArgument {}

/// The option for the format of results.
struct OutputFormat: ParsableArguments {
  @Option(help: "How results are written.")
  var format = ReportFormat.text

  @Option(help: "Use colours: auto, always or never; auto heeds NO_COLOR.")
  var color = ColourChoice.auto

  @Flag(
    help: "csv: part fields by ; and write decimal commas, as spreadsheets of many locales read.")
  var semicolons = false

  func validate() throws {
    Screen.inColour = color.isOn
    guard semicolons else { return }
    guard format == .csv else { throw ValidationError("--semicolons is for --format csv.") }
    CSVText.usesSemicolons = true
  }
}

/// The option for the file of thresholds, which says which changes are too small to matter.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of thresholds: what may pass; /dev/null for nothing. Default: thresholds.toml in the folder of results, if there is one.",
      valueName: "file"))
  var thresholds: String?

  /// Reads the file.
  ///
  /// - Throws: `Problem` for a damaged file, or for a named file that does not exist.
  func thresholds(in results: ResultsOptions) throws -> Thresholds {
    if thresholds == "/dev/null" { return .none }
    let file = thresholds ?? "\(results.results)/\(Thresholds.fileName)"
    let isThere = thresholds != nil || RegularFile.isNamed(file)
    return (isThere ? try Thresholds.read(file) : .none).withBuiltInTolerances
  }

  /// The option as a command that is printed repeats it; empty for the default.
  var repeated: [String] { thresholds.map { ["--thresholds", $0] } ?? [] }

  /// Tells whether an entry is about cells and a metric of another stored baseline; these are read when it is asked first.
  func isKnownElsewhere(in results: ResultsOptions) -> (SeriesScope) -> Bool {
    let store = results.baselines
    var known: [(cells: [Cell], metrics: Set<String>)]?
    return { scope in
      let runs =
        known
        ?? ((try? store.names()) ?? []).compactMap { try? store.load($0) }.map {
          ($0.rows.subjects.map(\.cell), Set(($0.metadata.metrics ?? []).map(\.name)))
        }
      known = runs
      return runs.contains { run in
        run.cells.contains(where: scope.covers)
          && scope.metric.own.map { run.metrics.contains($0.name) } ?? true
      }
    }
  }
}
