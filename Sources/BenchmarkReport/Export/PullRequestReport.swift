import BenchmarkComparison
import BenchmarkResults

/// A report as a comment on a pull request: the changes visible, the rest folded.
///
/// GitHub accepts 65,536 characters. Lines that do not fit are left out whole, and the last line says how many and
/// where to find them.
struct PullRequestReport {
  /// The maximum size, in UTF-8, so that the comment fits however characters are counted.
  static let limit = 65_000
  /// The number of bytes kept free for the last line.
  private static let reserve = 500

  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  func rendered() -> String {
    let (text, omitted) = document.markdown(limit: Self.limit - Self.reserve)
    return "\(mark)\n" + (omitted == 0 ? text : "\(text)\n\(remark(omitted))\n")
  }

  /// A comment that no reader sees, by which a workflow finds the comment of this suite, package and job again and leaves all
  /// others alone.
  private var mark: String {
    func name(_ text: String, _ marks: String) -> String {
      let plain = text.filter {
        $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0))
      }
      // Two hyphens may end a comment.
      return String(plain.replacing(#/-{2,}/#, with: "-").prefix(80))
    }
    let suites = name(report.run.metadata.plan.suites.joined(separator: "+"), "_+")
    let folder = name(report.folder.split(separator: "/").joined(separator: "/"), "_./-")
    let job = name(report.job, "_./-")
    return
      "<!-- keystroke-bench: \([suites, folder, job].filter { !$0.isEmpty }.joined(separator: " ")) -->"
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

  private var document: Document {
    let table = report.table
    let footnotes = Footnotes(table.entries)
    return Document(
      (report.comparison.map { $0.summary + $0.folds } ?? alone) + [
        Document.Block.section("Machine, commit and how to reproduce", machine).folded(),
        .section(
          "What one keystroke costs, by cell",
          [.paragraph(RunTable.caption), .list(table.legend)] + table.groups(footnotes)
        ).folded(),
        .section("Wrong texts (\(footnotes.texts.count))", [.footnotes(footnotes.texts)])
          .folded(),
      ])
  }

  private var alone: [Document.Block] {
    [
      .paragraph(RunSummary.sentence(report.table), .strong),
      .list(report.table.warnings.map { "warning: \($0)" }),
    ]
  }

  private var machine: [Document.Block] {
    [("The baseline", report.against), ("The candidate", report.run)].flatMap { title, run in
      guard let facts = run.map(RunFacts.init) else { return [Document.Block]() }
      let parts: [Document.Block] = [
        .table(
          Grid([.init("fact"), .init("value")], rows: facts.facts.map { [$0.0, $0.1] })),
        .code(facts.commands),
      ]
      return report.against == nil ? parts : [.section(title, parts)]
    }
  }
}
