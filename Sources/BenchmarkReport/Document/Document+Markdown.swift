import BenchmarkResults
import TextTable

extension Document {
  /// The document as GitHub's Markdown.
  package var markdown: String { markdown(limit: nil).text }

  /// The document as GitHub's Markdown, cut to a maximum size.
  ///
  /// - Parameter limit: The maximum number of bytes. Lines that do not fit are left out whole. Nobody reads such a text
  ///   as source, so its tables are not padded.
  /// - Returns: The text, and the number of lines that were left out.
  func markdown(limit: Int?) -> (text: String, omitted: Int) {
    var writer = MarkdownWriter(left: limit ?? .max, isPadded: limit == nil)
    writer.write(blocks)
    let text = writer.lines.drop { $0.isEmpty }.map { $0 + "\n" }.joined()
    return (text, writer.omitted)
  }
}

/// Writes blocks as Markdown until there is no room left.
private struct MarkdownWriter {
  /// The number of bytes that there is room for.
  var left: Int
  let isPadded: Bool
  var lines: [String] = []
  /// The number of lines without room; from the first one on nothing more is written.
  var omitted = 0

  mutating func write(_ blocks: [Document.Block]) { for block in blocks { write(block) } }

  private mutating func write(_ block: Document.Block) {
    switch block {
    case .paragraph(let words, let tone):
      let line = MarkdownText.line(words)
      write([tone == .plain ? line : "**\(line)**"])
    case .list(let lines, _): write(lines.map { "- " + MarkdownText.line($0) })
    case .footnotes(let notes):
      write(notes.enumerated().map { "- " + MarkdownText.line("[\($0 + 1)] \($1)") })
    // The entities of escaped text would be shown literally in a block of code.
    case .code(let lines, _):
      write(lines.map(MarkdownText.code), after: ["```text"], before: ["```"])
    case .terms(let terms):
      write(terms.map { "- " + MarkdownText.line("\($0.label): \($0.text)") })
    case .table(let grid):
      var lines = grid.lines(Style.pipe, shown: MarkdownText.cell)
      if !isPadded {
        lines[1] = lines[1].replacing(#/-{4,}/#, with: "---")
        lines = lines.map { $0.replacing(#/ {2,}/#, with: " ") }
      }
      write(Array(lines.dropFirst(2)), after: Array(lines.prefix(2)))
    case .section(let section): write(section)
    }
  }

  private mutating func write(_ section: Document.Section) {
    guard section.fold != .never else {
      write(["### " + MarkdownText.line(section.title)])
      return write(section.blocks)
    }
    let title = "<summary>\(Markup.shown(section.title))</summary>"
    write(section.blocks, after: ["", "<details>", title], before: ["", "</details>"])
  }

  /// Adds blocks with lines around them; if not one line fits, adds nothing.
  private mutating func write(
    _ blocks: [Document.Block], after head: [String], before tail: [String]
  ) {
    var inner = self
    inner.lines = []
    inner.left -= Self.size(head + tail)
    inner.write(blocks)
    omitted = inner.omitted
    guard !inner.lines.isEmpty else { return }
    lines += head + inner.lines + tail
    left = inner.left
  }

  /// Adds the lines that fit, and those around them; if not one fits, adds nothing.
  private mutating func write(
    _ body: [String], after head: [String] = [], before tail: [String] = []
  ) {
    var room = left - Self.size([""] + head + tail)
    let fitting = body.prefix { line in
      room -= line.utf8.count + 1
      return omitted == 0 && room >= 0
    }
    omitted += body.count - fitting.count
    guard !fitting.isEmpty else { return }
    let all = [""] + head + fitting + tail
    left -= Self.size(all)
    lines += all
  }

  private static func size(_ lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }
}

/// Texts inside GitHub's Markdown, escaped so that they stay texts.
///
/// Names come from anybody's runs. A link, a picture, a mention or a heading in a comment on a pull request would look
/// as if this program had made it.
private enum MarkdownText {
  /// A line of its own or of a list, without line breaks.
  static func line(_ text: String) -> String {
    let text = ShownText.line(text, limit: Document.lineLimit).drop { $0 == " " }
    return opensBlock(text) + inline(text, escaping: "\\*_~`[]|$")
  }

  /// A cell of a table, on one line; characters without a special meaning stay unescaped, since tables are read as
  /// text, too.
  static func cell(_ text: String) -> String {
    let text = ShownText.line(text, limit: Grid.cellLimit)
    guard text.utf8.contains(where: { isSpecial($0) }) || namesIssue(text) else { return text }
    var marks = "\\*`[]|$"
    if hasLooseUnderscore(text) { marks += "_" }
    if text.count(where: { $0 == "~" }) > 1 { marks += "~" }
    return inline(text[...], escaping: marks)
  }

  /// A line in a block of code, in which nothing is escaped, but the end of the block must not occur.
  static func code(_ text: String) -> String {
    ShownText.line(text, limit: Document.lineLimit).replacing("```", with: "'''")
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D...0x39, 0x41...0x56, 0x58...0x5A, 0x61...0x76, 0x78...0x7A, 0x20: false
    default: byte < 0x80
    }
  }

  private static func inline(_ text: Substring, escaping marks: String) -> String {
    var result = ""
    var rest = text
    while let letter = rest.first {
      // The number of a note is not a link, because no line defines its target.
      if letter == "[", let note = rest.prefixMatch(of: /\[[0-9]{1,9}\](?![\[\(:])/) {
        result += note.output
        rest = rest[note.range.upperBound...]
        continue
      }
      let next = rest.dropFirst()
      defer { rest = next }
      switch letter {
      case "<":
        // Not `<0.01 %`, which is not a tag.
        let opens = next.first.map { $0.isLetter || "/!?".contains($0) } ?? false
        result += opens || marks.contains("_") ? "&lt;" : "<"
      case "&" where next.prefixMatch(of: /#?[A-Za-z0-9]+;/) != nil: result += "&amp;"
      // Mentions of people, teams and issues, and bare addresses, are recognised even after escapes.
      case "@", "#":
        let calls = next.first.map { $0.isLetter || $0.isNumber } ?? false
        result += calls ? "\(letter)\(apart)" : String(letter)
      case ":" where next.hasPrefix("//"): result += ":\(apart)"
      case "-" where namesIssue(result.suffix(2) + rest.prefix(2)): result += "\(apart)-"
      case "w", "W":
        let calls = next.prefix(3).lowercased() == "ww."
        result += calls ? "\(letter)\(apart)" : String(letter)
      case _ where marks.contains(letter): result += "\\\(letter)"
      default: result.append(letter)
      }
    }
    return result
  }

  /// True if a text has a link to an issue with neither a mark nor brackets, such as GH-1.
  private static func namesIssue(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.indices.dropFirst(2).dropLast().contains { place in
      bytes[place] == 0x2D && bytes[place - 2] | 0x20 == 0x67 && bytes[place - 1] | 0x20 == 0x68
        && (0x30...0x39).contains(bytes[place + 1])
    }
  }

  /// ZERO WIDTH SPACE, as an entity: it is invisible, and splits a word.
  private static let apart = "&#8203;"

  /// The escape that keeps a line from being a heading, a quotation or a list by its first characters.
  private static func opensBlock(_ text: Substring) -> String {
    text.prefixMatch(of: /[#>+=-]/) != nil ? "\\" : ""
  }

  /// True if an underscore could mean emphasis; between letters or digits it cannot.
  private static func hasLooseUnderscore(_ text: String) -> Bool {
    func isWord(_ letter: Character?) -> Bool { letter.map { $0.isLetter || $0.isNumber } ?? false }
    let letters = Array(text)
    return letters.indices.contains { place in
      letters[place] == "_"
        && !(isWord(place > 0 ? letters[place - 1] : nil)
          && isWord(place + 1 < letters.count ? letters[place + 1] : nil))
    }
  }
}
