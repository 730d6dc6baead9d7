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
  @Flag(help: "Print a table of every cell and change below the one screen.")
  var details = false

  /// The output of a run: a screen with the verdict in the first line; other formats hold all of it.
  ///
  /// The command that is printed for more repeats these options.
  func rendered(
    _ run: Run, _ table: RunTable, _ comparison: Comparison? = nil,
    as format: ReportFormat, repeating options: [String] = [], acceptances: [Acceptance] = []
  ) throws -> String {
    // After scripts/bench the program is not on the PATH, so the report is started with the path that started this run.
    let answer = RunAnswer(
      run, table: table, comparison: comparison,
      program: CommandLine.arguments.first ?? "keystroke-bench", options: options,
      acceptances: acceptances, isAboveAll: details)
    var parts = format == .text ? [answer.screen(inColour: Screen.inColour)] : []
    if format != .text || details {
      parts.append(try table.rendered(as: format))
      if let comparison { parts.append(try comparison.rendered(as: format)) }
    }
    return parts.joined(separator: "\n")
  }
}
