import BenchmarkResults

/// An answer that fits on one screen of a terminal.
package struct Screen {
  /// The most lines, and the most columns of each.
  package static let height = 40
  package static let width = 110

  /// How a line is shown where there are colours.
  package enum Tone: String {
    case plain = ""
    case strong = "1"
    case faint = "2"
    case good = "32"
    case bad = "1;31"
    case warning = "33"
  }

  private var lines: [(text: String, tone: Tone)] = []
  /// Where the labels' texts begin.
  private static let indent = 11

  /// An empty screen.
  package init() {}

  /// Adds a line, cut where it is too long.
  package mutating func line(_ text: String = "", _ tone: Tone = .plain, mayOverflow: Bool = false)
  {
    let shown = ShownText.line(text, limit: 4_000)
    lines.append(
      (mayOverflow || shown.count <= Self.width ? shown : shown.prefix(Self.width - 1) + "…", tone))
  }

  /// Adds a text behind a label, over so many lines at most.
  package mutating func labelled(
    _ label: String, _ text: String, _ tone: Tone = .plain, lines most: Int = 2
  ) {
    var rows: [String] = [""]
    for word in ShownText.line(text, limit: 4_000).split(separator: " ") {
      let last = rows[rows.count - 1]
      if last.isEmpty {
        rows[rows.count - 1] = String(word)
      } else if last.count + 1 + word.count <= Self.width - Self.indent {
        rows[rows.count - 1] += " \(word)"
      } else {
        rows.append(String(word))
      }
    }
    if rows.count > most {
      rows = Array(rows.prefix(most))
      rows[most - 1] = rows[most - 1].prefix(Self.width - Self.indent - 2) + " …"
    }
    for (place, row) in rows.enumerated() {
      let head = place == 0 ? label : ""
      line(head + String(repeating: " ", count: max(1, Self.indent - head.count)) + row, tone)
    }
  }

  /// How many lines there are.
  package var count: Int { lines.count }

  /// The lines, with their line breaks; nothing else that a terminal obeys but the colours.
  package func text(inColour: Bool) -> String {
    lines.map { line in
      inColour && line.tone != .plain
        ? "\u{1B}[\(line.tone.rawValue)m\(line.text)\u{1B}[0m\n" : "\(line.text)\n"
    }.joined()
  }
}
