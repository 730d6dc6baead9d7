/// The formats of `keystroke-bench report`.
public enum RunReportFormat: String, CaseIterable, Sendable {
  /// One self-contained page for a browser.
  case html
  /// A comment on a pull request: the changes first, the rest folded.
  case markdown
  /// JUnit's XML, a test case per cell.
  case junit
  /// Text in the format of Go's benchmarks, for benchstat.
  case gobench
  /// JSON for github-action-benchmark.
  case githubActionBenchmark = "github-action-benchmark"
  /// Bencher's metric format, which is JSON.
  case bencher

  /// True if the format can show a comparison; the others hold the figures of one run.
  public var comparesRuns: Bool {
    switch self {
    case .html, .markdown, .junit: true
    case .gobench, .githubActionBenchmark, .bencher: false
    }
  }
}
