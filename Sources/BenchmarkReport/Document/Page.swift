import BenchmarkResults

/// A report in the making, as plain text, as Markdown or as HTML.
package struct Page {
  /// A line longer than this is cut: it holds what somebody else wrote.
  package static let lineLimit = 4_000

  /// What a report is made of.
  package enum Block {
    /// A line of its own.
    case line(String, strong: Bool)
    /// The title of what follows.
    case heading(String)
    /// Lines that belong together; where columns matter, fixed.
    case list([String], fixed: Bool)
    /// A table.
    case grid(Grid, widths: [Int]?)
  }

  let markdown: Bool
  package private(set) var blocks: [Block] = []

  package init(markdown: Bool) { self.markdown = markdown }

  /// A line of its own.
  package mutating func line(_ line: String, strong: Bool = false) {
    blocks.append(.line(line, strong: strong))
  }

  /// The title of what follows.
  package mutating func heading(_ title: String) { blocks.append(.heading(title)) }

  /// Lines that belong together; in Markdown a list, or, where columns matter, a block of code.
  package mutating func list(_ lines: [String], fixed: Bool = false) {
    if !lines.isEmpty { blocks.append(.list(lines, fixed: fixed)) }
  }

  /// A table; nothing where it has no rows.
  package mutating func grid(_ grid: Grid, widths: [Int]? = nil) {
    if !grid.rows.isEmpty { blocks.append(.grid(grid, widths: widths)) }
  }

  /// A line of a report as it is shown.
  package static func shown(_ line: String) -> String { ShownText.line(line, limit: lineLimit) }

  /// The report as plain text or as Markdown.
  package var text: String {
    var text = ""
    for block in blocks {
      if !text.isEmpty && (markdown || block.standsApart) { text += "\n" }
      for line in markdown ? block.markdown.lines : block.plain { text += line + "\n" }
    }
    return text
  }
}

extension Page.Block {
  /// Whether an empty line stands before it in plain text, too.
  fileprivate var standsApart: Bool {
    switch self {
    case .line, .heading: true
    case .list, .grid: false
    }
  }

  /// The lines in plain text.
  fileprivate var plain: [String] {
    switch self {
    case .line(let line, _): [Page.shown(line)]
    case .heading(let title): [Page.shown(title)]
    case .list(let lines, _): lines.map(Page.shown)
    case .grid(let grid, let widths): Self.lines(grid.rendered(markdown: false, widths: widths))
    }
  }

  fileprivate static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
