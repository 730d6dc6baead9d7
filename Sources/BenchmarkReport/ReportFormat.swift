/// How a report is written.
public enum ReportFormat: String, CaseIterable, Sendable {
  /// Aligned columns, for a terminal.
  case text
  /// Tables of GitHub's Markdown, for a pull request.
  case markdown
  /// One object, for programs.
  case json
  /// One table with plain figures in ns and bytes, for pandas or a spreadsheet.
  case csv
}
