/// A report in the making, as plain text or as Markdown.
struct Page {
  let markdown: Bool
  private(set) var text = ""

  init(markdown: Bool) { self.markdown = markdown }

  /// A line of its own.
  mutating func line(_ line: String, strong: Bool = false) {
    gap()
    text += (markdown && strong ? "**\(escaped(line))**" : escaped(line)) + "\n"
  }

  /// The title of what follows.
  mutating func heading(_ title: String) {
    gap()
    text += (markdown ? "### " : "") + escaped(title) + "\n"
  }

  /// Lines that belong together; in Markdown a list, or, where columns matter, a block of code.
  mutating func list(_ lines: [String], fixed: Bool = false) {
    guard !lines.isEmpty else { return }
    if markdown { gap() }
    if markdown && fixed {
      text += "```text\n" + lines.map { $0 + "\n" }.joined() + "```\n"
    } else {
      for line in lines { text += (markdown ? "- " : "") + escaped(line) + "\n" }
    }
  }

  /// A table; nothing where it has no rows.
  mutating func grid(_ grid: Grid, widths: [Int]? = nil) {
    let table = grid.rendered(markdown: markdown, widths: widths)
    guard !table.isEmpty else { return }
    if markdown { gap() }
    text += table
  }

  private mutating func gap() {
    if !text.isEmpty { text += "\n" }
  }

  /// Keeps Markdown from reading marks of ours as its own.
  private func escaped(_ line: String) -> String {
    guard markdown else { return line }
    return line.replacing("\\", with: "\\\\").replacing("*", with: "\\*")
      .replacing("_", with: "\\_").replacing("~", with: "\\~").replacing("<", with: "&lt;")
  }
}
