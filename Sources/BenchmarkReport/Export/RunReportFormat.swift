/// What `keystroke-bench report` can write.
public enum RunReportFormat: String, CaseIterable, Sendable {
  /// One page for a browser, with all that it needs inside.
  case html
  /// A comment on a pull request: the changes first, the rest folded.
  case markdown
  /// JUnit's XML, a test case a cell.
  case junit
  /// Text as of Go's benchmarks, for benchstat.
  case gobench
  /// JSON for github-action-benchmark.
  case githubActionBenchmark = "github-action-benchmark"
  /// Bencher's metric format, which is JSON.
  case bencher

  /// Whether it can show a comparison; the others hold the figures of one run.
  public var comparesRuns: Bool {
    switch self {
    case .html, .markdown, .junit: true
    case .gobench, .githubActionBenchmark, .bencher: false
    }
  }
}
