/// The formats of `keystroke-bench report`.
package enum RunReportFormat: String, CaseIterable, Sendable {
  /// One self-contained page for a browser.
  case html
  /// A comment on a pull request: the changes first, the rest folded.
  case markdown
  /// JUnit's XML, a test case per cell.
  case junit
  /// Text in the format of Go's benchmarks, for benchstat.
  case gobench

  /// True if the format can show a comparison; gobench holds the figures of one run.
  package var comparesRuns: Bool {
    switch self {
    case .html, .markdown, .junit: true
    case .gobench: false
    }
  }
}
