import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The table of a page: a row a cell, with the figures of whole keystrokes.
struct TableRows {
  /// A row for the template.
  struct Row {
    var wrong: Bool
    var strategy: String
    var rest: String
    var names: [Name]
    var figures: [Figure]
    var verdict: Verdict?
    var text: Text
  }

  struct Name {
    var text: String
    var kind: String
  }

  struct Figure {
    var text: String
    var change: Change?
  }

  struct Change {
    var words: String
    var tone: String
  }

  struct Verdict {
    var title: String
    var tone: String
  }

  struct Text {
    var word: String
    /// The number of the footnote; nil where there is none.
    var note: Int?
  }

  let report: RunReport
  let figures: TableFigures
  let footnotes: Footnotes
  /// What a comparison found out, row by row; nil where nothing is compared.
  let outcomes: [CellOutcome?]?

  init(_ report: RunReport) {
    self.report = report
    figures = TableFigures(report)
    footnotes = Footnotes(report.table.entries)
    outcomes = report.comparison.map { comparison in
      let known = Dictionary(
        uniqueKeysWithValues: comparison.outcomes.map { ($0.subject, $0) })
      return report.table.entries.map { known[$0.subject] }
    }
  }

  private var hasSuites: Bool { Set(report.table.entries.map(\.suite)).count > 1 }

  /// The titles of the columns before the figures, the first of which heads the row.
  var keys: [String] {
    Cell.Part.allCases.map(\.rawValue) + (hasSuites ? ["suite"] : [])
  }

  /// What stands in those columns.
  func names(_ entry: RunTableEntry) -> [String] {
    let cell = entry.cell
    let names =
      cell.parts + (hasSuites ? [entry.suite] : [])
    return names.map(Grid.shown)
  }

  /// All rows, in the order of the cells.
  var rows: [Row] {
    return report.table.entries.enumerated().map { place, entry in
      let all = self.names(entry)
      let names = Array(all.dropFirst())
      return Row(
        wrong: entry.text == .wrong, strategy: all[0],
        rest: names.joined(separator: " "),
        names: names.enumerated().map { Name(text: $1, kind: $0 == 2 ? "n" : $0 == 3 ? "s" : "") },
        figures: figures.columns.indices.map { figure(place, $0, entry) },
        verdict: outcomes.map { verdict($0[place]) }, text: text(entry))
    }
  }

  private func figure(_ row: Int, _ column: Int, _ entry: RunTableEntry) -> Figure {
    let kind = figures.columns[column]
    let value = figures.values[.total]?[column][row]
    return Figure(
      text: kind.text(value, of: entry),
      change: figures.changes[.total]?[column]?[row].map {
        Change(words: $0.text, tone: $0.tone.rawValue)
      })
  }

  private func verdict(_ outcome: CellOutcome?) -> Verdict {
    guard let outcome else { return Verdict(title: Units.missing, tone: "") }
    let isBetter = [.improved, .textFixed].contains(outcome.main?.finding)
    return Verdict(
      title: outcome.title,
      tone: !outcome.failures.isEmpty ? "worse" : isBetter ? "better" : "")
  }

  private func text(_ entry: RunTableEntry) -> Text {
    switch entry.text {
    case .ok: Text(word: "ok")
    case .wrong: Text(word: "wrong", note: footnotes.number(entry))
    case nil: Text(word: Units.missing)
    }
  }
}

extension CellOutcome {
  /// Whether there is anything to see but that nothing changed.
  var isChanged: Bool {
    entries.contains { $0.finding != .unchanged && $0.finding != .advisory }
  }
}
