import ArgumentParser
import BenchmarkComparison
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults

/// The option for the folder of results.
struct ResultsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder with baselines/ and runs/.", valueName: "dir"))
  var results = "results"

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
}

/// The option for the file of thresholds, which says which changes are too small to matter.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The file of tolerances, budgets and acknowledgements. Default: thresholds.toml in the folder of results, if there is one.",
      valueName: "file"))
  var thresholds: String?

  /// Reads the file.
  ///
  /// - Throws: `ResultsError` for a damaged file, or for a named file that does not exist.
  func thresholds(in results: ResultsOptions) throws -> Thresholds {
    if let thresholds { return try Thresholds.read(thresholds) }
    let file = "\(results.results)/\(Thresholds.fileName)"
    return RegularFile.isNamed(file) ? try Thresholds.read(file) : .none
  }
}
