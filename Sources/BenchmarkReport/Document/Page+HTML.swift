extension Page {
  /// The report as HTML: paragraphs, headings of the third rank, lists and tables.
  package var html: String { blocks.map(\.html).joined() }
}

extension Page.Block {
  /// The block as HTML.
  package var html: String {
    switch self {
    case .line(let line, let strong):
      strong
        ? "<p><strong>\(Markup.shown(line))</strong></p>\n" : "<p>\(Markup.shown(line))</p>\n"
    case .heading(let title): "<h3>\(Markup.shown(title))</h3>\n"
    case .list(let lines, true):
      // Within <pre> the lines are what tells them apart.
      "<pre>\(lines.map(Markup.shown).joined(separator: "\n"))</pre>\n"
    case .list(let lines, false):
      "<ul>\n\(lines.map { "<li>\(Markup.shown($0))</li>\n" }.joined())</ul>\n"
    case .grid(let grid, _): grid.html
    }
  }
}

extension Grid {
  /// The table as HTML, in a box that scrolls where the screen is narrow, also by keyboard.
  package var html: String {
    func cell(_ name: String, _ text: String, _ column: Int, _ more: String = "") -> String {
      let kind = headings[column].isNumber ? " class=\"n\"" : ""
      return "<\(name)\(more)\(kind)>\(Markup.escaped(Grid.shown(text)))</\(name)>"
    }
    let head = headings.indices.map { cell("th", headings[$0].title, $0, " scope=\"col\"") }
    let lines = rows.map { row in
      "<tr>" + row.indices.map { cell("td", row[$0], $0) }.joined() + "</tr>\n"
    }
    return """
      <div class="scroll" tabindex="0"><table>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(lines.joined())</tbody></table></div>

      """
  }
}
