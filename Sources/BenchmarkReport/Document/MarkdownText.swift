import BenchmarkResults

/// Texts inside of GitHub's Markdown: whatever they hold, they stay texts.
///
/// Names come from runs of anybody. In a comment on a pull request, a link, a picture, a call for somebody or a
/// heading in one would look as if this program had made it.
package enum MarkdownText {
  /// A line of its own or of a list, on one line.
  package static func line(_ text: String) -> String {
    let text = ShownText.line(text, limit: Page.lineLimit).drop { $0 == " " }
    return opensBlock(text) + inline(text, escaping: "\\*_~`[]|$")
  }

  /// A cell of a table, on one line; what cannot mean anything stays as it is, since tables are read as text, too.
  static func cell(_ text: String) -> String {
    let text = ShownText.line(text, limit: Grid.cellLimit)
    guard text.utf8.contains(where: { isSpecial($0) }) else { return text }
    var marks = "\\*`[]|$"
    if hasLooseUnderscore(text) { marks += "_" }
    if text.count(where: { $0 == "~" }) > 1 { marks += "~" }
    return inline(text[...], escaping: marks)
  }

  /// A line in a block of code, where nothing is escaped and only the end of the block has to be kept out.
  static func code(_ text: String) -> String {
    ShownText.line(text, limit: Page.lineLimit).replacing("```", with: "'''")
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
      // The number of a note is no link: no line can say where it would lead.
      if letter == "[", let note = rest.prefixMatch(of: /\[[0-9]{1,9}\](?![\[\(:])/) {
        result += note.output
        rest = rest[note.range.upperBound...]
        continue
      }
      let next = rest.dropFirst()
      defer { rest = next }
      switch letter {
      case "<":
        // Not `<0.01 %`, which is none.
        let opens = next.first.map { $0.isLetter || "/!?".contains($0) } ?? false
        result += opens || marks.contains("_") ? "&lt;" : "<"
      case "&" where next.prefixMatch(of: /#?[A-Za-z0-9]+;/) != nil: result += "&amp;"
      // Calls of people, teams and issues, and bare addresses, are looked for behind escapes, too.
      case "@", "#":
        let calls = next.first.map { $0.isLetter || $0.isNumber } ?? false
        result += calls ? "\(letter)\(apart)" : String(letter)
      case ":" where next.hasPrefix("//"): result += ":\(apart)"
      case "w", "W":
        let calls = next.prefix(3).lowercased() == "ww."
        result += calls ? "\(letter)\(apart)" : String(letter)
      case _ where marks.contains(letter): result += "\\\(letter)"
      default: result.append(letter)
      }
    }
    return result
  }

  /// ZERO WIDTH SPACE, as an entity: nobody sees it, and what it parts is no word any more.
  private static let apart = "&#8203;"

  /// What keeps a line from being a heading, a quotation or a list by its first letters.
  private static func opensBlock(_ text: Substring) -> String {
    text.prefixMatch(of: /[#>+=-]/) != nil ? "\\" : ""
  }

  /// Whether an underscore could emphasise: between letters or digits it cannot.
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
