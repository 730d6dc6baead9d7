import ArgumentParser
import BenchmarkResults

/// Where results are kept.
struct ResultsOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The folder with baselines/ and runs/.", valueName: "dir"))
  var results = "results"

  /// The stored baselines.
  var baselines: BaselineStore { BaselineStore(resultsFolder: results) }

  func validate() throws {
    if results.isEmpty { throw ValidationError("--results is empty; name a folder.") }
  }
}
