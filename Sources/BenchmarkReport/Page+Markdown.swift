extension Page.Block {
  /// A block as Markdown: lines of which any number may be left out, and those before and after that they need.
  struct Markdown {
    var head: [String] = []
    var body: [String]
    var tail: [String] = []

    /// All lines.
    var lines: [String] { head + body + tail }
  }

  /// The block as GitHub's Markdown.
  var markdown: Markdown {
    switch self {
    case .line(let line, let strong):
      Markdown(body: [strong ? "**\(Self.escaped(line))**" : Self.escaped(line)])
    case .heading(let title): Markdown(body: ["### " + Self.escaped(title)])
    case .list(let lines, true):
      // The entities of escaped text would be shown as they are in a block of code.
      Markdown(
        head: ["```text"],
        body: lines.map { Self.oneLine($0).replacing("```", with: "'''") }, tail: ["```"])
    case .list(let lines, false): Markdown(body: lines.map { "- " + Self.escaped($0) })
    case .grid(let grid, let widths): Self.table(grid, widths)
    }
  }

  private static func table(_ grid: Grid, _ widths: [Int]?) -> Markdown {
    var grid = grid
    grid.rows = grid.rows.map { row in row.map { withoutTags(oneLine($0)) } }
    let lines = grid.rendered(markdown: true, widths: widths).split(separator: "\n")
      .map(String.init)
    return Markdown(head: Array(lines.prefix(2)), body: Array(lines.dropFirst(2)))
  }

  /// Keeps Markdown from reading marks of ours as its own.
  private static func escaped(_ line: String) -> String {
    oneLine(line).replacing("\\", with: "\\\\").replacing("*", with: "\\*")
      .replacing("_", with: "\\_").replacing("~", with: "\\~").replacing("<", with: "&lt;")
  }

  /// A name may hold anything; a line break in it would begin a block of its own.
  private static func oneLine(_ text: String) -> String {
    text.contains(where: \.isNewline)
      ? text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: " ") : text
  }

  /// The text without what a reader of Markdown would take for HTML; `<0.01 %` is none.
  private static func withoutTags(_ text: String) -> String {
    guard text.contains("<") else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "<") {
      let after = rest[rest.index(after: mark)...]
      let opens = after.first.map { $0.isLetter || $0 == "/" || $0 == "!" || $0 == "?" } ?? false
      result += rest[..<mark] + (opens ? "&lt;" : "<")
      rest = after
    }
    return result + rest
  }
}
