import ArgumentParser
import BenchmarkComparison
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The options for acknowledging the changes that failed.
struct AcceptOptions: ParsableArguments {
  @Flag(
    help: """
      Also print what it would take to pass: acknowledgements for the file of thresholds, each still to be given its \
      reason. The exit status stays.
      """)
  var accept = false

  @Option(
    help: ArgumentHelp("The same, into a new file.", valueName: "file"))
  var acceptTo: String?

  /// Refuses a format that programs could not read with TOML after it.
  func validate(with format: ReportFormat) throws {
    if accept && [.json, .csv].contains(format) {
      throw ValidationError(
        "--accept prints TOML after the report, which --format \(format.rawValue) has no place for; use --accept-to FILE."
      )
    }
  }

  /// Refuses a file that exists already, so that no thresholds are changed without a review.
  ///
  /// - Throws: ``Problem``; call it before a minute of measuring.
  func check() throws {
    guard let acceptTo, FileManager.default.fileExists(atPath: acceptTo) else { return }
    throw Problem(
      "\(acceptTo) exists, and --accept-to changes no file",
      hint: "name a new one, and move what you accept from there")
  }

  /// Prints or writes the acknowledgements, if the user asked for them.
  func write(_ comparison: Comparison, baseline: Run, candidate: Run) throws {
    guard accept || acceptTo != nil else { return }
    let text = Acceptance(comparison, baseline: baseline, candidate: candidate).toml
    if accept { try StandardOutput.write("\n" + text) }
    guard let acceptTo else { return }
    do {
      try Data(text.utf8).write(to: URL(filePath: acceptTo), options: .withoutOverwriting)
    } catch {
      throw Problem(
        "\(acceptTo) cannot be written: \((error as NSError).localizedDescription)",
        hint: "name a new file in a folder that is there")
    }
  }
}
