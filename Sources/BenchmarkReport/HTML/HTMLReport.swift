import BenchmarkComparison
import BenchmarkResults
import CHostSupport
import Foundation
import Mustache

/// The type of every text in the template of a page: cut, without controls, and with all markup escaped.
private struct PageText: MustacheContentType {
  /// Registers the type with the template engine, once.
  static let registered: Void = MustacheContentTypes.register(PageText(), named: "PAGE")

  func escapeText(_ text: String) -> String { Markup.shown(text) }
}

/// A report as one page for any browser: parts of documents, and the table of cells, which a script sorts and filters.
///
/// It needs no other file, except for pictures.
struct HTMLReport {
  private let report: RunReport
  private let pictures: [Pictures.Picture]

  init(_ report: RunReport, pictures: Pictures) {
    self.report = report
    self.pictures = pictures.pictures
  }

  func rendered() throws -> String {
    // Otherwise the template would not know the type that it names.
    _ = PageText.registered
    let template = try MustacheTemplate(string: String(cString: pageTemplate()))
    return template.render(try content())
  }

  /// The texts for the template; names that end in `HTML` are markup already.
  private struct Content {
    var title: String
    var style: String
    var styleHash: String
    var script: String
    var scriptHash: String
    var data: String
    var summary: String
    var tone: String
    var comparesRuns: Bool
    var warningsHTML: String?
    var verdictHTML: String?
    var rankingHTML: String?
    var phasesHTML: String?
    var worstHTML: String?
    var hasPictures: Bool
    var pictures: [Pictures.Picture]
    var cells: CellTable
    var legendHTML: String
    var wrong: Wrong?
    var facts: Facts
    var recipesHTML: String
    var command: String
  }

  private struct Wrong {
    var count: Int
    var notesHTML: String
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

  private func content() throws -> Content {
    let comparison = report.comparison
    let table = report.table
    let figures = TableFigures(report)
    let outcomes = comparison.map { comparison in
      let known = Dictionary(
        uniqueKeysWithValues: comparison.outcomes.map { ($0.subject, $0) })
      return table.entries.map { known[$0.subject] }
    }
    let answer = RunAnswer(report.run, table: table)
    let ranking = Self.html(answer.ranking)
    let failing = comparison?.worstFailures ?? []
    let style = String(cString: pageStyle()) + Self.widths
    let script = String(cString: pageScript())
    return Content(
      title: report.against.map { "\(report.run.name) against \($0.name)" } ?? report.run.name,
      style: style, styleHash: Self.source("\n" + style), script: script,
      scriptHash: Self.source("\n" + script),
      data: try Self.json(CellTableData(report, figures, outcomes)),
      summary: comparison?.headline ?? RunSummary.sentence(table, withTimes: ranking == nil),
      tone: comparison?.verdict.tone.rawValue ?? "",
      comparesRuns: comparison != nil,
      warningsHTML: Self.html([.list(comparison == nil ? table.warnings : [])]),
      verdictHTML: comparison.flatMap { Self.html($0.foldedFindings) },
      rankingHTML: ranking, phasesHTML: Self.html(answer.phases),
      worstHTML: Self.html([.list(failing.isEmpty ? RunSummary.worst(table) : failing)]),
      hasPictures: !pictures.isEmpty, pictures: pictures,
      cells: CellTable(report, figures, outcomes),
      legendHTML: Document([.list(table.legend, .faint)]).html,
      wrong: wrong, facts: facts, recipesHTML: Document(recipes).html,
      command: "keystroke-bench report \(ShellText.path(report.run.name, or: "RUN"))"
        + (report.against.map { " --against \(ShellText.path($0.name, or: "BASELINE"))" } ?? "")
        + report.options.map { " \(ShellText.quoted($0))" }.joined())
  }

  /// The rules for the parts of bars, a class for each percent.
  private static var widths: String {
    (1...100).map { ".bar .w\($0) { flex-grow: \($0); }\n" }.joined()
  }

  /// The blocks as HTML; nil if they have no content, so that the template leaves out their section.
  private static func html(_ blocks: [Document.Block]) -> String? {
    let document = Document(blocks)
    return document.blocks.isEmpty ? nil : document.html
  }

  private var wrong: Wrong? {
    let entries = report.table.entries
    return Self.html([.footnotes(Footnotes(entries).texts)]).map {
      Wrong(count: entries.count { $0.text == .wrong }, notesHTML: $0)
    }
  }

  private var runs: [Run] { [report.against, report.run].compactMap(\.self) }

  /// The facts of the runs about their machines and commits.
  private var facts: Facts {
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

  private var recipes: [Document.Block] {
    let commands = runs.map { Document.Block.code(RunFacts($0).commands) }
    return commands.count == 1
      ? commands : zip(["The baseline", "The candidate"], commands).map { .section($0, [$1]) }
  }

  /// The source expression of Content Security Policy Level 3 for a text, which permits only that text.
  private static func source(_ text: String) -> String {
    let digest = SHA256()
    digest.update(Array(text.utf8))
    return "'sha256-\(Data(digest.value).base64EncodedString())'"
  }

  /// JSON for use inside a script element, without `<`, which could end the element.
  private static func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return ShownText.json(String(decoding: try encoder.encode(value), as: UTF8.self))
      .replacing("<", with: "\\u003c")
  }
}

extension Comparison {
  /// A section with more rows is closed: the table of cells shows the same changes.
  private static let unfolded = 12

  /// Everything except the headline, with each section folded.
  fileprivate var foldedFindings: [Document.Block] {
    document.blocks.dropFirst().map { block in
      guard case .section(let section) = block else { return block }
      let rows = section.blocks.reduce(0) { sum, block in
        if case .table(let grid) = block { sum + grid.rows.count } else { sum }
      }
      return block.folded(rows > Self.unfolded ? .closed : .open)
    }
  }
}
