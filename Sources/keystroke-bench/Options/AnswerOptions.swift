import ArgumentParser
import BenchmarkComparison
import BenchmarkReport
import BenchmarkResults
import Foundation

/// The choice when to use a terminal's colours.
enum ColourChoice: String, CaseIterable, ExpressibleByArgument {
  /// On a terminal, unless the variable NO_COLOR is set (no-color.org).
  case auto
  case always
  case never

  /// True if standard output gets colours.
  var isOn: Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto:
      StandardStreams.obeysEscapes(STDOUT_FILENO)
        && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
    }
  }
}

/// The options for the amount of output.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Print a table of every cell and change above the one screen.")
  var details = false

  /// Prints what a run tells, the verdict in the last line; other formats hold all of it.
  ///
  /// The command that is printed for more repeats these options.
  func write(
    _ run: Run, _ table: RunTable, _ comparison: Comparison? = nil,
    as format: ReportFormat, repeating options: [String] = [], acceptances: [Acceptance] = []
  ) throws {
    // After scripts/bench the program is not on the PATH, so the report is started with the path that started this run.
    let answer = RunAnswer(
      run, table: table, comparison: comparison,
      program: CommandLine.arguments.first ?? "keystroke-bench", options: options,
      acceptances: acceptances, isBelowAll: details)
    if format != .text || details {
      try StandardOutput.write(table.rendered(as: format), as: format)
      if let comparison {
        try StandardOutput.write("\n" + comparison.rendered(as: format), as: format)
      }
    }
    if format == .text {
      if details { try StandardOutput.write("\n") }
      try StandardOutput.write(answer, inColour: Screen.inColour)
    }
  }
}
