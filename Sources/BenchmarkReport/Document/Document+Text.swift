import BenchmarkResults
import Synchronization
import TextTable

extension Document {
  /// The maximum length of a line: a longer one contains text that somebody else wrote.
  static let lineLimit = 4_000

  /// A line of a report as it is shown.
  package static func shown(_ line: String) -> String { ShownText.line(line, limit: lineLimit) }

  /// The document as plain text, with a line break after each line.
  ///
  /// - Parameters:
  ///   - width: The columns of a screen: sentences are wrapped there, and a table that is wider is written
  ///     line by line, each column by its name.
  ///   - inColour: True to add the colours of a terminal, which are all that it obeys in the text.
  /// - Returns: The text.
  package func text(width: Int? = Screen.width, inColour: Bool = false) -> String {
    var writer = TextWriter(width: width ?? .max, inColour: inColour)
    writer.write(blocks)
    return writer.text
  }
}

/// Writes blocks as plain text.
private struct TextWriter {
  let width: Int
  let inColour: Bool
  var text = ""

  /// The column at which the texts of terms begin.
  private static let indent = 11

  mutating func write(_ blocks: [Document.Block]) { for block in blocks { write(block) } }

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .paragraph(let words, let tone):
      separate()
      line(words, tone)
    case .list(let lines, let tone): for words in lines { line(words, tone) }
    case .footnotes(let notes):
      for (place, words) in notes.enumerated() { line("[\(place + 1)] \(words)") }
    case .code(let lines, let tone):
      for words in lines { append(Document.shown(words), tone) }
    case .terms(let terms):
      separate()
      for term in terms { write(term) }
    case .table(let grid): write(grid)
    case .section(let section):
      separate()
      line(section.title, .strong)
      write(section.blocks)
    }
  }

  /// Adds an empty line, unless nothing is above it.
  private mutating func separate() { if !text.isEmpty { text += "\n" } }

  /// Adds a sentence, wrapped at the width of the screen.
  private mutating func line(_ words: String, _ tone: Document.Tone = .plain) {
    for row in wrapped(Document.shown(words), to: width) { append(row, tone) }
  }

  /// The rows of a sentence; a command between backticks is one word, so that it can be copied.
  private func wrapped(_ words: String, to room: Int) -> [String] {
    guard words.count > room else { return [words] }
    var rows = [""]
    var isCode = false
    for word in words.split(separator: " ", omittingEmptySubsequences: false) {
      let last = rows[rows.count - 1]
      if isCode || (!last.isEmpty && last.count + 1 + word.count <= room) {
        rows[rows.count - 1] += " \(word)"
      } else if last.isEmpty {
        rows[rows.count - 1] = String(word)
      } else {
        rows.append(String(word))
      }
      if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isCode.toggle() }
    }
    return rows
  }

  /// Adds a line that is safe to show.
  private mutating func append(_ line: String, _ tone: Document.Tone) {
    text += inColour && tone != .plain ? "\u{1B}[\(tone.colour)m\(line)\u{1B}[0m\n" : "\(line)\n"
  }

  private func cut(_ line: String) -> String {
    line.count <= width ? line : line.prefix(width - 1) + "…"
  }

  private mutating func write(_ grid: Grid) {
    let rows = grid.lines(Aligned.self, widths: grid.widths, shown: Grid.shown)
    guard rows.allSatisfy({ $0.count <= width }) else { return turn(grid) }
    for (place, row) in rows.enumerated() {
      append(row, place < 2 ? .faint : grid.tones[place - 2] ?? .plain)
    }
  }

  /// Writes a table that is too wide: a line with the first column of each row, and below it the others by their titles.
  private mutating func turn(_ grid: Grid) {
    for (place, row) in grid.rows.enumerated() {
      var lines = [Grid.shown(row.first ?? "")]
      for (heading, text) in zip(grid.headings, row).dropFirst() where !text.isEmpty {
        let field = "\(heading.title) \(Grid.shown(text))"
        if lines.count > 1, lines[lines.count - 1].count + 2 + field.count <= width {
          lines[lines.count - 1] += "  \(field)"
        } else {
          lines.append("  \(field)")
        }
      }
      for line in lines { append(line, grid.tones[place] ?? .plain) }
    }
  }

  /// Wraps the text of a term, and cuts it after its number of lines.
  private mutating func write(_ term: Document.Term) {
    let room = width - Self.indent
    var rows = wrapped(Document.shown(term.text), to: room)
    if rows.count > term.lines {
      rows = Array(rows.prefix(term.lines))
      rows[term.lines - 1] = rows[term.lines - 1].prefix(room - 2) + " …"
    }
    for (place, row) in rows.enumerated() {
      let head = place == 0 ? term.label : ""
      let space = String(repeating: " ", count: max(1, Self.indent - head.count))
      append(cut(Document.shown(head + space + row)), term.tone)
    }
  }
}

/// The screen that texts are written for.
package enum Screen {
  private static let columns = Atomic<Int>(0)
  private static let colours = Atomic<Bool>(false)
  /// Narrower ones are treated as this wide: no word would fit.
  private static let least = 40

  /// True if reports in text get the colours of a terminal.
  package static var inColour: Bool {
    get { colours.load(ordering: .relaxed) }
    set { colours.store(newValue, ordering: .relaxed) }
  }

  /// The columns of the screen; nil for a file or a pipe, whose lines may have any length.
  package static var width: Int? {
    get {
      let columns = columns.load(ordering: .relaxed)
      return columns > 0 ? max(columns, least) : nil
    }
    set { columns.store(newValue ?? 0, ordering: .relaxed) }
  }
}

extension Document.Tone {
  /// The parameter of the escape sequence SGR.
  fileprivate var colour: String {
    switch self {
    case .plain: "0"
    case .strong: "1"
    case .faint: "2"
    case .good: "32"
    case .bad: "1;31"
    case .warning: "33"
    }
  }
}

extension Grid {
  /// The lines of the table in a style, each column of its width; those of nil are as wide as their fields.
  func lines(
    _ style: any TextTableStyle.Type, widths: [Int]? = nil, shown: @escaping (String) -> String
  ) -> [String] {
    let table = TextTable<[String]> { row in
      headings.indices.map { column in
        Column(
          title: headings[column].title, value: shown(row[column]), width: widths?[column],
          align: headings[column].isNumber ? .right : .left)
      }
    }
    return (table.string(for: rows, style: style) ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
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
