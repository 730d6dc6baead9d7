import ArgumentParser
import BenchmarkReport

extension ReportFormat: ExpressibleByArgument {}

/// How results are written.
struct OutputFormat: ParsableArguments {
  @Option(help: "How results are written.")
  var format = ReportFormat.text
}
