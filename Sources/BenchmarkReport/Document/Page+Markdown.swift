extension Page.Block {
  /// A block as Markdown: lines of which any number may be left out, and those before and after that they need.
  package struct Markdown {
    package var head: [String] = []
    package var body: [String]
    package var tail: [String] = []

    /// All lines.
    package var lines: [String] { head + body + tail }
  }

  /// The block as GitHub's Markdown.
  package var markdown: Markdown {
    switch self {
    case .line(let line, let strong):
      Markdown(body: [strong ? "**\(MarkdownText.line(line))**" : MarkdownText.line(line)])
    case .heading(let title): Markdown(body: ["### " + MarkdownText.line(title)])
    case .list(let lines, true):
      // The entities of escaped text would be shown as they are in a block of code.
      Markdown(head: ["```text"], body: lines.map(MarkdownText.code), tail: ["```"])
    case .list(let lines, false): Markdown(body: lines.map { "- " + MarkdownText.line($0) })
    case .grid(let grid, let widths): Self.table(grid, widths)
    }
  }

  private static func table(_ grid: Grid, _ widths: [Int]?) -> Markdown {
    let lines = grid.rendered(markdown: true, widths: widths).split(separator: "\n")
      .map(String.init)
    return Markdown(head: Array(lines.prefix(2)), body: Array(lines.dropFirst(2)))
  }
}
