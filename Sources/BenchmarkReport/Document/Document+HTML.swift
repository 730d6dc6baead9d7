import BenchmarkResults
import Foundation

extension Document {
  /// The document as HTML: paragraphs, third-level headings, lists, tables and folded sections.
  var html: String { blocks.map(\.html).joined() }
}

extension Document.Block {
  /// The block as HTML.
  fileprivate var html: String {
    switch self {
    case .paragraph(let words, .plain): "<p>\(Markup.shown(words))</p>\n"
    case .paragraph(let words, .faint): "<p class=\"note\">\(Markup.shown(words))</p>\n"
    case .paragraph(let words, _): "<p><strong>\(Markup.shown(words))</strong></p>\n"
    case .list(let lines, let tone):
      Self.list(
        tone == .faint ? "ul class=\"legend\"" : "ul",
        lines.map { "<li>\(Markup.shown($0))</li>\n" })
    case .footnotes(let notes):
      Self.list(
        "ol",
        notes.enumerated().map { "<li id=\"wrong-\($0 + 1)\">\(Markup.shown($1))</li>\n" })
    case .code(let lines, _):
      // Within <pre>, line breaks separate the lines.
      "<pre>\(lines.map(Markup.shown).joined(separator: "\n"))</pre>\n"
    case .terms(let terms):
      Self.list(
        "dl",
        terms.map { "<dt>\(Markup.shown($0.label))</dt><dd>\(Markup.shown($0.text))</dd>\n" })
    case .table(let grid): grid.html
    case .section(let section): section.html
    }
  }

  private static func list(_ name: String, _ items: [String]) -> String {
    "<\(name)>\n\(items.joined())</\(name.prefix(2))>\n"
  }
}

extension Document.Section {
  fileprivate var html: String {
    let heading = "<h3>\(Markup.shown(title))</h3>"
    let content = Document(blocks).html
    guard fold != .never else { return "\(heading)\n\(content)" }
    return """
      <details class="finding"\(fold == .open ? " open" : "")><summary>\(heading)</summary>
      \(content)</details>

      """
  }
}

extension Grid {
  /// The table as HTML, in a box that scrolls on a narrow screen, also by keyboard.
  fileprivate var html: String {
    func cell(
      _ name: String, _ text: String, _ column: Int, _ more: String = "", bar: String = ""
    ) -> String {
      let kind = headings[column].isNumber ? " class=\"n\"" : ""
      return "<\(name)\(more)\(kind)>\(Markup.escaped(Grid.shown(text)))\(bar)</\(name)>"
    }
    let head = headings.indices.map { column in
      let key = headings[column].part.map { " <i class=\"key \($0)\"></i>" } ?? ""
      return cell("th", headings[column].title, column, " scope=\"col\"", bar: key)
    }
    let lines = rows.enumerated().map { place, row in
      let bar = bars[place]?.html ?? ""
      return "<tr>"
        + row.indices.map { cell("td", row[$0], $0, bar: $0 == 0 ? bar : "") }.joined() + "</tr>\n"
    }
    return """
      <div class="scroll" tabindex="0"><table>
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(lines.joined())</tbody></table></div>

      """
  }
}

extension Grid.Bar {
  /// The bar as HTML: classes state the shares, because the policy of a page forbids styles of single elements.
  fileprivate var html: String {
    let shown = parts.map { (name: $0.name, share: Int(($0.share * 100).rounded())) }
    let spans = shown.filter { $0.share > 0 }.map { "<i class=\"\($0.name) w\($0.share)\"></i>" }
    return "<span class=\"bar\(marks > 0 ? " m\(marks)" : "")\">\(spans.joined())</span>"
  }
}

/// Text inside of XML.
package enum Markup {
  /// A line of a page, cut if it is too long.
  package static func shown(_ line: String) -> String { escaped(Document.shown(line)) }

  /// The text with XML's special characters written as references, and invisible ones as numbers.
  package static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in ShownText.document(text).unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
      case "'": result.append(contentsOf: "&#39;".unicodeScalars)
      // In an attribute they would become spaces.
      case "\t", "\n": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
      default: result.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return String(result)
  }

  /// The text with characters that XML 1.0 forbids replaced by U+FFFD and other controls by their number, for a writer
  /// that escapes by itself.
  package static func allowed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(
      contentsOf: ShownText.document(text).unicodeScalars.lazy.map {
        isAllowed($0) ? $0 : "\u{FFFD}"
      })
    return String(result)
  }

  /// True if XML 1.0 allows the character (production 2, Char), after controls are replaced.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\u{FFFE}" && scalar != "\u{FFFF}"
  }

  /// A number of pixels or a share, with a maximum number of decimals.
  package static func number(_ value: Double, decimals: Int = 2) -> String {
    var text = Units.fixed(value, decimals)
    while text.contains("."), text.last == "0" || text.last == "." {
      let isPoint = text.removeLast() == "."
      if isPoint { break }
    }
    return text
  }
}
