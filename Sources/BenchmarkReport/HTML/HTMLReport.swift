import BenchmarkComparison
import BenchmarkResults
import CHostSupport
import Foundation
import Mustache

/// Every text that the template of a page shows: cut, without controls, and markup of nothing.
private struct PageText: MustacheContentType {
  /// Makes the type known to templates, once.
  static let registered: Void = MustacheContentTypes.register(PageText(), named: "PAGE")

  func escapeText(_ text: String) -> String { Markup.shown(text) }
}

/// A report as one page with all that it needs inside, for any browser.
struct HTMLReport {
  private let report: RunReport
  private let pictures: Pictures

  init(_ report: RunReport, pictures: Pictures) {
    self.report = report
    self.pictures = pictures
  }

  func rendered() throws -> String {
    // Else the template would not know the type that it names.
    _ = PageText.registered
    let template = try MustacheTemplate(string: String(cString: pageTemplate()))
    return template.render(try content())
  }

  /// The words for the template; those that are markup already end in `HTML`.
  private struct Content {
    var title: String
    var style: String
    var styleHash: String
    var script: String
    var scriptHash: String
    var data: String
    var summary: String
    var tone: String
    var warnings: [String]
    var hasWarnings: Bool
    var verdictHTML: String?
    var rankingHTML: String?
    var keys: [Key]
    var columns: [Column]
    var comparesRuns: Bool
    var rows: [TableRows.Row]
    var legend: [String]
    var overBudgetHTML: String
    var growthHTML: String?
    var wrong: Wrong?
    var pictures: [PictureContent]
    var pictureNote: String?
    var facts: Facts
    var recipes: [Recipe]
    var command: String
    var count: Int
  }

  private struct Key {
    var title: String
    var kind: String
  }

  private struct Column {
    var title: String
    var meaning: String
  }

  private struct Wrong {
    var count: Int
    var notes: [Note]
  }

  private struct Note {
    var index: Int
    var text: String
  }

  private struct PictureContent {
    var alt: String
    var wide: String
    var narrow: String?
    var kind: String
  }

  private struct Facts {
    struct Line {
      var name: String
      var values: [String]
      var differs: Bool
    }

    var heads: [String]
    var hasHeads: Bool
    var lines: [Line]
  }

  private struct Recipe {
    var heading: String?
    var linesHTML: String
  }

  private func content() throws -> Content {
    let rows = TableRows(report)
    let comparison = report.comparison
    var overBudget = Page(markdown: false)
    report.table.overBudget(&overBudget)
    let warnings = comparison == nil ? report.table.warnings : []
    let style = String(cString: pageStyle())
    let script = String(cString: pageScript())
    return Content(
      title: title, style: style, styleHash: ContentHash.source("\n" + style), script: script,
      scriptHash: ContentHash.source("\n" + script), data: try Self.json(TableData(rows)),
      summary: comparison?.headline ?? RunSummary.sentence(report.table),
      tone: comparison.map { $0.fails ? "worse" : "better" } ?? "", warnings: warnings,
      hasWarnings: !warnings.isEmpty, verdictHTML: comparison?.verdictHTML, rankingHTML: ranking,
      keys: rows.keys.enumerated().map {
        Key(title: $1, kind: ($0 == 0 ? "" : "k") + ($1 == "length" ? " n" : ""))
      },
      columns: rows.figures.columns.map { Column(title: $0.pageTitle ?? "", meaning: $0.meaning) },
      comparesRuns: comparison != nil, rows: rows.rows, legend: report.table.legend,
      overBudgetHTML: overBudget.html, growthHTML: growth,
      wrong: rows.footnotes.lines.isEmpty
        ? nil
        : Wrong(
          count: report.table.entries.count { $0.text == .wrong },
          notes: rows.footnotes.texts.enumerated().map { Note(index: $0 + 1, text: $1) }),
      pictures: pictures.pictures.map {
        PictureContent(
          alt: $0.alt, wide: $0.wide, narrow: $0.narrow,
          kind: $0.narrow == nil ? "" : "wide")
      }, pictureNote: pictures.note, facts: facts, recipes: recipes,
      command: "keystroke-bench report \(ShellText.path(report.run.name, or: "RUN"))"
        + (report.against.map { " --against \(ShellText.path($0.name, or: "BASELINE"))" } ?? ""),
      count: report.table.entries.count)
  }

  private var title: String {
    report.against.map { "\(report.run.name) against \($0.name)" } ?? report.run.name
  }

  private var ranking: String? {
    let page = RunAnswer(report.run, table: report.table).page()
    return page.blocks.isEmpty ? nil : page.html
  }

  private var growth: String? {
    var page = Page(markdown: false)
    report.table.growthSection(&page)
    // The section of the page has the heading already.
    let blocks = page.blocks.dropFirst()
    return blocks.isEmpty ? nil : blocks.map(\.html).joined()
  }

  private var facts: Facts {
    let runs = [report.against, report.run].compactMap(\.self)
    let all = runs.map { RunFacts($0).facts }
    var names: [String] = []
    for (name, _) in all.joined() where !names.contains(name) { names.append(name) }
    let lines = names.map { name in
      let values = all.map { facts in facts.first { $0.0 == name }?.1 ?? Units.missing }
      return Facts.Line(name: name, values: values, differs: Set(values).count > 1)
    }
    return Facts(
      heads: runs.count > 1 ? ["baseline", "candidate"] : [], hasHeads: runs.count > 1, lines: lines
    )
  }

  private var recipes: [Recipe] {
    let runs = [report.against, report.run].compactMap(\.self)
    return zip(runs.count > 1 ? ["The baseline", "The candidate"] : [nil], runs).map {
      Recipe(
        heading: $0, linesHTML: RunFacts($1).commands.map(Markup.shown).joined(separator: "\n"))
    }
  }

  /// JSON that may stand inside of a script element: a `<` in a text could end it.
  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ShownText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
      .replacing("<", with: "\\u003c")
  }
}

extension Comparison {
  /// A table with more rows is folded: the table of cells shows the same changes.
  private static let unfolded = 12

  /// What the comparison found out, but the headline; a part for each heading.
  fileprivate var verdictHTML: String {
    var parts: [(title: String?, blocks: [Page.Block])] = [(nil, [])]
    for block in page(markdown: false).blocks.dropFirst() {
      if case .heading(let title) = block {
        parts.append((title, []))
      } else {
        parts[parts.count - 1].blocks.append(block)
      }
    }
    return parts.map { title, blocks in
      let content = blocks.map(\.html).joined()
      guard let title else { return content }
      let rows = blocks.map { if case .grid(let grid, _) = $0 { grid.rows.count } else { 0 } }
      let open = rows.reduce(0, +) > Self.unfolded ? "" : " open"
      return """
        <details class="finding"\(open)><summary><h3>\(Markup.shown(title))</h3></summary>
        \(content)</details>

        """
    }.joined()
  }
}
