import ArgumentParser
import BenchmarkComparison
import BenchmarkConductor
import BenchmarkModel
import BenchmarkReport
import BenchmarkResults
import Foundation
import Glibc

extension RunReportFormat: ExpressibleByArgument {}

/// `keystroke-bench report`.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes a run, or a comparison of two, as a page or for other tools.",
    discussion: """
      Examples:
        keystroke-bench report first --out first.html
        keystroke-bench report first --against main --out first.html
        keystroke-bench report first --against main --format markdown > comment.md

      html is one page that needs no network; markdown a comment on a pull request, below 65,000 characters; junit \
      has a test case per cell. With --against they show what compare finds, with the same thresholds.

      gobench is read by benchstat, and holds one run.

      The page needs no other file, unless --pictures names a folder: the page names those files relative to its own \
      folder, so move them with it. In a clone of keystroke-bench, scripts/report draws pictures and passes it. compare is \
      the gate: a report is fine even if it shows a regression.

      A name means the stored baseline, if there is one; write ./NAME for a folder.

      Exit status: 0 written; 2 a damaged or empty run, and nothing is written.

      More examples:
        keystroke-bench report first --against main --format junit --out first.xml
        keystroke-bench report main --format gobench --out main.txt
        keystroke-bench report first --format gobench --metric time,allocations
      """)

  @Argument(
    help: ArgumentHelp(
      "The run in question: its folder, or the name of a stored baseline.", valueName: "run"))
  var subject: String

  @Option(
    help: ArgumentHelp("The run that it is compared with, named likewise.", valueName: "run"))
  var against: String?

  @Option(help: "What to write.")
  var format = RunReportFormat.html

  @Option(help: ArgumentHelp("The file to write, instead of standard output.", valueName: "file"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "html: the folder in which scripts/plot has drawn the same runs. Default: no pictures.",
      valueName: "folder"))
  var pictures: String?

  @Option(
    help: ArgumentHelp(
      "gobench: only these metrics, by commas, among them those that a suite declares itself. Default: all.",
      valueName: "metrics"))
  var metric: MetricList?

  @OptionGroup var filter: FilterOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var results: ResultsOptions

  func validate() throws {
    if out?.isEmpty == true { throw ValidationError("--out is empty; name a file.") }
    if against != nil && !format.comparesRuns {
      throw ValidationError(
        "--against is for html, markdown and junit; \(format.rawValue) holds one run, so write one file of each."
      )
    }
    if pictures != nil && format != .html {
      throw ValidationError("--pictures is for html; \(format.rawValue) has none.")
    }
    if metric != nil && format.comparesRuns {
      throw ValidationError(
        "--metric is for gobench; \(format.rawValue) shows all.")
    }
    if pictures?.isEmpty == true { throw ValidationError("--pictures is empty; name a folder.") }
  }

  func run() async throws {
    // A terminal shows markup as noise, and the user did not ask for it there.
    if format == .html && out == nil && isatty(STDOUT_FILENO) != 0 {
      throw Problem(
        "html is a page for a browser, and standard output is a terminal",
        hint: "name a file with --out page.html, or choose --format markdown")
    }
    let store = results.baselines
    let (name, other) = (subject, against)
    // Each side is read and parsed by itself, so both cores can work.
    async let resolved = store.resolve(name)
    async let compared = other.map { try store.resolve($0) }
    let (candidate, baseline) = try await (resolved, compared)
    let report = try RunReport(
      candidate, filter: filter.filter, comparison: comparison(of: candidate, with: baseline),
      options: against == nil ? [] : thresholds.repeated + results.repeated,
      acceptances: thresholds.thresholds(in: results).acceptances,
      folder: format == .markdown ? (try? await Git.place(of: "."))?.prefix ?? "" : "",
      job: job)
    let drawn = try pictures(of: candidate, against: baseline)
    try OutputFile.write(
      report.rendered(as: format, pictures: drawn, metrics: metric?.names), to: out)
    if let note = drawn.note { StandardStreams.complain(line: "note: \(note)") }
  }

  /// The workflow and the job that GitHub runs, for the mark of a comment.
  private var job: String {
    let variables = ProcessInfo.processInfo.environment
    return ["GITHUB_WORKFLOW", "GITHUB_JOB"].compactMap { name in
      variables[name]?.replacing("/", with: "")
    }.joined(separator: "/")
  }

  private func comparison(
    of candidate: Run, with baseline: Run?
  ) throws -> (against: Run, result: Comparison)? {
    guard let against, let baseline else { return nil }
    let comparison = try Comparison(
      baseline: baseline, candidate: candidate, filter: filter.filter,
      thresholds: thresholds.thresholds(in: results),
      isKnownElsewhere: thresholds.isKnownElsewhere(in: results),
      sites: CompareCommand.sites(results.baselines, against, subject))
    return (baseline, comparison)
  }

  /// The pictures for the page; none unless the user names their folder.
  private func pictures(of candidate: Run, against baseline: Run?) throws -> Pictures {
    guard let pictures else { return .none }
    return try Pictures(
      folder: pictures, page: out ?? "page.html", of: candidate, against: baseline)
  }
}
