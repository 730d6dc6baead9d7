import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The table of cells in a page, for the template: a row for each cell, with the figures of whole keystrokes.
struct CellTable {
  /// The head of a column.
  struct Column {
    var title: String
    var kind = ""
    var meaning = ""
  }

  /// A cell.
  struct Row {
    var wrong: Bool
    var strategy: String
    var rest: String
    var names: [Field]
    var text: Text
    var verdict: Field?
    var figures: [Figure]
  }

  struct Field {
    var text: String
    var kind: String
  }

  struct Text {
    var word: String
    /// The number of the footnote; nil if there is none.
    var note: Int?
  }

  struct Figure {
    var text: String
    var change: TableFigures.Change?
  }

  /// The columns before the figures, the first of which heads the row.
  let keys: [Column]
  let columns: [Column]
  let rows: [Row]
  let count: Int

  init(_ report: RunReport, _ figures: TableFigures, _ outcomes: [CellOutcome?]?) {
    let entries = report.table.entries
    let footnotes = Footnotes(entries)
    keys = Self.keys(report).enumerated().map {
      Column(title: $1, kind: ($0 == 0 ? "" : "k") + ($1 == "length" ? " n" : ""))
    }
    columns = figures.columns.map { Column(title: $0.pageTitle ?? "", meaning: $0.meaning) }
    count = entries.count
    let hasSuites = Self.hasSuites(report)
    rows = entries.enumerated().map { place, entry in
      let names = Self.names(entry, hasSuites)
      return Row(
        wrong: entry.text == .wrong, strategy: names[0],
        rest: names.dropFirst().joined(separator: " "),
        names: names.dropFirst().enumerated().map {
          Field(text: $1, kind: $0 == 2 ? "n" : $0 == 3 ? "s" : "")
        },
        text: Text(
          word: entry.text?.rawValue ?? Units.missing,
          note: entry.text == .wrong ? footnotes.number(entry) : nil),
        verdict: outcomes.map { Self.verdict($0[place]) },
        figures: figures.columns.enumerated().map { column, kind in
          Figure(
            text: kind.text(figures.values[.total]?[column][place], of: entry),
            change: figures.changes[.total]?[column]?[place])
        })
    }
  }

  /// The titles of the columns before the figures.
  static func keys(_ report: RunReport) -> [String] {
    Cell.Part.allCases.map(\.rawValue) + (hasSuites(report) ? ["suite"] : [])
  }

  /// The fields of those columns.
  static func names(_ entry: RunTableEntry, _ hasSuites: Bool) -> [String] {
    (entry.cell.parts + (hasSuites ? [entry.suite] : [])).map(Grid.shown)
  }

  /// True if there are several suites, which are named then.
  static func hasSuites(_ report: RunReport) -> Bool {
    Set(report.table.entries.map(\.suite)).count > 1
  }

  private static func verdict(_ outcome: CellOutcome?) -> Field {
    guard let outcome else { return Field(text: Units.missing, kind: "") }
    let isBetter = [.improved, .textFixed].contains(outcome.main?.finding)
    return Field(
      text: outcome.title,
      kind: !outcome.failures.isEmpty ? "worse" : isBetter ? "better" : "")
  }
}

/// The figures of the table for the page's script, as compact JSON: numbers to sort by, and the phases that are not
/// shown at first.
struct CellTableData: Encodable {
  struct Phase: Encodable {
    var name: String
    /// By column and row; null if it was not measured.
    var figures: [[Double?]]
    /// The same as shown; absent for whole keystrokes, which the table has.
    var texts: [[String]]?
    var changes: [Change]
  }

  struct Change: Encodable {
    var row: Int
    var column: Int
    var words: String
    var tone: String
  }

  /// The names of the columns before the figures.
  var keys: [String]
  /// The texts of those columns, row by row.
  var cells: [[String]]
  var phases: [Phase]
  /// The rows whose text is wrong.
  var wrong: [Int]
  /// The ranks of the verdicts, the worst first; absent without a comparison.
  var ranks: [Int]?
  /// The rows whose verdict is a change.
  var changed: [Int]?

  init(_ report: RunReport, _ figures: TableFigures, _ outcomes: [CellOutcome?]?) {
    let entries = report.table.entries
    keys = CellTable.keys(report)
    let hasSuites = CellTable.hasSuites(report)
    cells = entries.map { CellTable.names($0, hasSuites) }
    phases = figures.phases.map { phase in
      let changes = (figures.changes[phase] ?? [:]).flatMap { column, rows in
        rows.map { Change(row: $0, column: column, words: $1.words, tone: $1.tone) }
      }
      let values = figures.values[phase] ?? []
      let texts = zip(figures.columns, values).map { column, values in
        zip(entries, values).map { column.text($1, batch: $0.batch) }
      }
      return Phase(
        name: phase.rawValue, figures: values, texts: phase == .total ? nil : texts,
        changes: changes.sorted { ($0.row, $0.column) < ($1.row, $1.column) })
    }
    wrong = entries.indices.filter { entries[$0].text == .wrong }
    ranks = outcomes?.map { $0?.rank ?? Finding.allCases.count * 2 }
    changed = outcomes.map { outcomes in
      outcomes.indices.filter { outcomes[$0]?.isChanged ?? false }
    }
  }
}

extension CellOutcome {
  /// True if there is a finding other than unchanged or advisory.
  fileprivate var isChanged: Bool {
    entries.contains { $0.finding != .unchanged && $0.finding != .advisory }
  }
}
