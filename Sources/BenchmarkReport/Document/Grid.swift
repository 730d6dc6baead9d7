import BenchmarkResults
import TextTable

/// A table to be shown: titles, rows, and which columns hold numbers.
package struct Grid {
  /// A column.
  package struct Heading {
    var title: String
    var isNumber: Bool

    /// A column of text, or of numbers, which stand to the right.
    package init(_ title: String, number: Bool = false) {
      self.title = title
      isNumber = number
    }
  }

  package var headings: [Heading]
  package var rows: [[String]] = []

  /// A table of these rows, each with a text a heading.
  package init(_ headings: [Heading], rows: [[String]] = []) {
    self.headings = headings
    self.rows = rows
  }

  /// A text in a table is cut where it is longer: one that fills pages would make every line as wide.
  static let cellLimit = 400

  /// A text of a cell as it is shown.
  package static func shown(_ text: String) -> String { ShownText.line(text, limit: cellLimit) }

  /// How wide each column must be; several grids that share their widths line up.
  package var widths: [Int] {
    headings.indices.map { column in
      ([headings[column].title] + rows.map { Self.shown($0[column]) }).map(\.count).max() ?? 0
    }
  }

  /// The table as text or Markdown, each line with its line break; empty without rows.
  package func rendered(markdown: Bool, widths: [Int]? = nil) -> String {
    let widths = widths ?? self.widths
    let table = TextTable<[String]> { row in
      headings.indices.map { column in
        Column(
          title: headings[column].title,
          value: markdown ? MarkdownText.cell(row[column]) : Self.shown(row[column]),
          width: markdown ? nil : widths[column],
          align: headings[column].isNumber ? .right : .left)
      }
    }
    let style: any TextTableStyle.Type = markdown ? Style.pipe : Aligned.self
    return table.string(for: rows, style: style) ?? ""
  }
}

/// Columns two spaces apart, titles underlined, nothing at the ends of lines.
private enum Aligned: TextTableStyle {
  static func prepare(_ text: String, for column: Column) -> String {
    Style.simple.prepare(text, for: column)
  }
  static func escape(_ text: String) -> String { text }
  static func begin(_ table: inout String, index: Int, columns: [Column]) {}
  static func end(_ table: inout String, index: Int, columns: [Column]) {}

  static func header(_ table: inout String, index: Int, columns: [Column]) {
    append(columns.map { $0.headerString(for: self) }, to: &table)
    append(columns.map { $0.repeated("-") }, to: &table)
  }

  static func row(_ table: inout String, index: Int, columns: [Column]) {
    append(columns.map { $0.string(for: self) }, to: &table)
  }

  private static func append(_ fields: [String], to table: inout String) {
    var line = fields.joined(separator: "  ")
    while line.last == " " { line.removeLast() }
    table += line + "\n"
  }
}
