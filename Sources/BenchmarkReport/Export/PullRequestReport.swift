import BenchmarkComparison
import BenchmarkResults

/// A report as a comment on a pull request: what changed in the open, the rest folded.
///
/// GitHub takes 65,536 characters. What does not fit is left out by whole lines, and the last line tells how many and
/// where they are.
struct PullRequestReport {
  /// What is shown at the most, in UTF-8, so that it fits however characters are counted.
  static let limit = 65_000
  /// Kept free for the last line.
  private static let reserve = 500

  private struct Section {
    var title: String?
    var blocks: [Page.Block]
  }

  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  func rendered() -> String {
    var lines: [String] = []
    var left = Self.limit - Self.reserve
    var omitted = 0
    for section in sections where !section.blocks.isEmpty {
      let title = section.title.map(Markup.shown)
      let opening = title.map { ["", "<details>", "<summary>\($0)</summary>"] } ?? []
      let closing = title == nil ? [] : ["", "</details>"]
      let room = left - Self.size(opening + closing)
      let fitting =
        omitted == 0
        ? Self.fitting(section.blocks, room) : (lines: [], omitted: Self.count(section))
      omitted += fitting.omitted
      guard !fitting.lines.isEmpty else { continue }
      let all = opening + fitting.lines + closing
      left -= Self.size(all)
      lines += all
    }
    if omitted > 0 { lines += ["", remark(omitted)] }
    return lines.drop { $0.isEmpty }.joined(separator: "\n") + "\n"
  }

  private func remark(_ omitted: Int) -> String {
    let isPlain =
      report.run.name.wholeMatch(of: /[A-Za-z0-9_.\/][A-Za-z0-9_.\/-]{0,99}/) != nil
    let name = isPlain ? report.run.name : "RUN"
    let place =
      report.comparison == nil
      ? "`keystroke-bench report \(name) --format html`"
      : "`keystroke-bench compare` and `keystroke-bench report --format html`, each of the same two runs,"
    return
      "_\(Words.count(omitted, "line")) left out here, since a comment holds no more: \(place) shows all._"
  }

  private static func count(_ section: Section) -> Int {
    section.blocks.reduce(0) { $0 + $1.markdown.body.count }
  }

  private static func size(_ lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

  /// The lines of the blocks that there is room for, and how many are left out.
  private static func fitting(
    _ blocks: [Page.Block], _ room: Int
  ) -> (lines: [String], omitted: Int) {
    var (lines, left, omitted) = ([String](), room, 0)
    for block in blocks {
      let markdown = block.tightMarkdown
      var body: [String] = []
      let around = size([""] + markdown.head + markdown.tail)
      if omitted == 0 {
        var free = left - around
        for line in markdown.body {
          free -= line.utf8.count + 1
          if free < 0 { break }
          body.append(line)
        }
      }
      omitted += markdown.body.count - body.count
      guard !body.isEmpty else { continue }
      let shown = [""] + markdown.head + body + markdown.tail
      left -= size(shown)
      lines += shown
    }
    return (lines, omitted)
  }
}

extension PullRequestReport {
  private var sections: [Section] {
    (report.comparison.map(compared) ?? alone) + [machine] + table
  }

  private static func section(_ title: String?, _ body: (inout Page) -> Void) -> Section {
    var page = Page(markdown: true)
    body(&page)
    return Section(title: title, blocks: page.blocks)
  }

  /// A folded section that has its title from the first heading; empty where nothing is said.
  private static func folded(_ title: String, _ body: (inout Page) -> Void) -> Section {
    var section = section(title, body)
    if case .heading(let own) = section.blocks.first {
      section.title = own
      section.blocks.removeFirst()
    }
    return section
  }

  private func compared(_ comparison: Comparison) -> [Section] {
    [
      Self.section(nil) { page in
        comparison.verdict(&page)
        comparison.findings(&page)
      },
      Self.folded("Where the changes come from", comparison.sites),
      Self.folded("What is compared", comparison.compared),
      Self.folded("Times") { page in
        comparison.paired(&page)
        comparison.times(&page)
      },
    ]
  }

  private var alone: [Section] {
    [
      Self.section(nil) { page in
        page.line(RunSummary.sentence(report.table), strong: true)
        page.list(report.table.warnings.map { "warning: \($0)" })
      }
    ]
  }

  private var machine: Section {
    Self.section("Machine, commit and how to reproduce") { page in
      for (title, run) in [("baseline", report.against), ("candidate", report.run)] {
        guard let run else { continue }
        let facts = RunFacts(run)
        if report.against != nil { page.heading("The \(title)") }
        page.grid(
          Grid([.init("fact"), .init("value")], rows: facts.facts.map { [$0.0, $0.1] }))
        page.list(facts.commands, fixed: true)
      }
    }
  }

  private var table: [Section] {
    let table = report.table
    let footnotes = Footnotes(table.entries)
    return [
      Self.section("What one keystroke costs, by cell") { page in
        page.line(RunTable.caption)
        page.list(table.legend)
        for group in table.groups(footnotes) {
          page.heading(group.title)
          page.grid(group.grid)
        }
      },
      Self.folded("Keystrokes over budget", table.overBudget),
      Self.folded("Growth with length", table.growthSection),
      Self.section("Wrong texts (\(footnotes.lines.count))") { $0.list(footnotes.lines) },
    ]
  }
}

extension Page.Block {
  /// The block as Markdown, its table without the blanks that line its columns up: in a comment nobody sees them.
  fileprivate var tightMarkdown: Markdown {
    guard case .grid = self else { return markdown }
    var markdown = markdown
    markdown.head = markdown.head.map { $0.replacing(#/-{4,}/#, with: "---") }
    func tight(_ lines: [String]) -> [String] { lines.map { $0.replacing(#/ {2,}/#, with: " ") } }
    (markdown.head, markdown.body) = (tight(markdown.head), tight(markdown.body))
    return markdown
  }
}
