import BenchmarkResults

/// A report as a tree of blocks.
///
/// Each first screen, list of tables, comment on a pull request and page is built as one document. Three renderers
/// write it: ``text(width:inColour:)``, ``markdown(limit:)`` and ``html``. The texts in it may come from anybody's run.
/// The renderers make them safe and cut those that are too long, so the code that builds a document passes them
/// unchanged.
package struct Document {
  /// A part of a document.
  package indirect enum Block {
    /// A sentence, separated from the block before it.
    case paragraph(String, Tone = .plain)
    /// Lines that belong to the block before them.
    case list([String], Tone = .plain)
    /// Notes that a table refers to by their numbers, from 1.
    case footnotes([String])
    /// Lines to be shown literally, such as commands.
    case code([String], Tone = .plain)
    /// Labels with their texts.
    case terms([Term])
    case table(Grid)
    case section(Section)
  }

  /// The weight of a text, for renderers with colours or bold letters.
  package enum Tone: String {
    case plain
    case strong
    case faint
    case good
    case bad
    case warning
  }

  /// A label with its text.
  package struct Term {
    var label: String
    var text: String
    var tone = Tone.plain
    /// The maximum number of lines that it takes on a screen.
    var lines = 2
  }

  /// Blocks under a title.
  package struct Section {
    /// The ways to fold a section, for formats that can fold.
    package enum Fold {
      case never
      case open
      case closed
    }

    var title: String
    var blocks: [Block]
    var fold = Fold.never
  }

  /// The parts, none of which is empty.
  package private(set) var blocks: [Block]

  /// A document of these parts; lists, tables and sections without content are left out.
  package init(_ blocks: [Block]) { self.blocks = blocks.compactMap(\.pruned) }
}

extension Document.Block {
  /// A section that is never folded.
  package static func section(_ title: String, _ blocks: [Self]) -> Self {
    .section(Document.Section(title: title, blocks: blocks))
  }

  /// The block without empty parts; nil if nothing is left.
  fileprivate var pruned: Self? {
    switch self {
    case .paragraph: return self
    case .list(let lines, _): return lines.isEmpty ? nil : self
    case .footnotes(let lines), .code(let lines, _): return lines.isEmpty ? nil : self
    case .terms(let terms): return terms.isEmpty ? nil : self
    case .table(let grid): return grid.rows.isEmpty ? nil : self
    case .section(var section):
      section.blocks = section.blocks.compactMap(\.pruned)
      return section.blocks.isEmpty ? nil : .section(section)
    }
  }

  /// The same block; a section is folded.
  func folded(_ fold: Document.Section.Fold = .closed) -> Self {
    guard case .section(var section) = self else { return self }
    section.fold = fold
    return .section(section)
  }
}

/// A table in a document: titles, rows, and which columns hold numbers.
package struct Grid {
  /// A column.
  package struct Heading {
    var title: String
    var isNumber: Bool
    /// The part of bars that the column is about, as their legend on a page; nil for none.
    var part: String?

    /// A column of text, or of numbers, which are aligned to the right.
    package init(_ title: String, number: Bool = false) {
      self.title = title
      isNumber = number
    }
  }

  /// Parts of a bar beside each other, which fill its whole length.
  struct Bar {
    /// The names of the parts, which are classes of the page's style, and their shares of the length.
    var parts: [(name: String, share: Double)]
    /// The number of marks along the bar; 0 for none.
    var marks = 0
  }

  package var headings: [Heading]
  package var rows: [[String]]
  /// The tones of the rows, by row; the others are plain.
  var tones: [Int: Document.Tone] = [:]
  /// The bars below the first field of a row on a page, by row.
  var bars: [Int: Bar] = [:]
  /// The widths of the columns of a text, if several tables are to line up.
  var sharedWidths: [Int]?

  /// A table of these rows, each with a text for each heading.
  package init(_ headings: [Heading], rows: [[String]] = []) {
    self.headings = headings
    self.rows = rows
  }

  /// The width of each column in a text.
  var widths: [Int] {
    sharedWidths
      ?? headings.indices.map { column in
        ([headings[column].title] + rows.map { Self.shown($0[column]) }).map(\.count).max() ?? 0
      }
  }

  /// The maximum length of a text in a table: a text that fills pages would make every line as wide.
  static let cellLimit = 400

  /// The text of a field as it is shown.
  static func shown(_ text: String) -> String { ShownText.line(text, limit: cellLimit) }
}
