import BenchmarkComparison
import BenchmarkModel
import BenchmarkResults

/// The figures of all cells, phase by phase, as in the table of a page.
struct TableFigures {
  /// The change of a figure.
  struct Change {
    var words: String
    /// The class in the page's style: worse or better for certain, or moved.
    var tone: String
  }

  /// The columns that any cell has a figure for.
  let columns: [FigureColumn]
  /// The phases that any cell has a figure for, whole keystrokes first.
  let phases: [RowPhase]
  /// The values by phase, column and cell; nil if the figure was not measured.
  private(set) var values: [RowPhase: [[Double?]]] = [:]
  /// The changes by phase, column and cell.
  private(set) var changes: [RowPhase: [Int: [Int: Change]]] = [:]

  init(_ report: RunReport) {
    let side = report.table.side
    let cells = report.table.entries.map(\.subject)
    let known = report.table.figureColumns.filter { $0.pageTitle != nil }
    let empty = [[Double?]](
      repeating: Array(repeating: nil, count: cells.count), count: known.count)
    var all: [RowPhase: [[Double?]]] = [:]
    for (row, cell) in cells.enumerated() {
      for place in side.cells[cell] ?? [] {
        let series = side.series[place]
        let columns = known.indices.filter { known[$0].metric == series.metric }
        guard !columns.isEmpty else { continue }
        let summary = RowTable.Record.folded(side.records(place)).summary
        for column in columns {
          all[series.phase, default: empty][column][row] = known[column].shownValue(summary)
        }
      }
    }
    let shown = known.indices.filter { column in
      all.values.contains { $0[column].contains { $0 != nil } }
    }
    columns = shown.map { known[$0] }
    phases = RowPhase.allCases.filter { phase in
      all[phase]?.contains { $0.contains { $0 != nil } } ?? false
    }
    values = all.mapValues { figures in shown.map { figures[$0] } }
    if let comparison = report.comparison { add(comparison, cells) }
  }

  /// Adds the changes of a comparison to the figures that are shown.
  private mutating func add(_ comparison: Comparison, _ cells: [SeriesKey.Subject]) {
    let rows = Dictionary(uniqueKeysWithValues: cells.enumerated().map { ($1, $0) })
    for entry in comparison.entries {
      guard let phase = entry.phase, let metric = entry.metric, let row = rows[entry.subject],
        let change = Self.change(entry),
        let column = columns.firstIndex(where: {
          $0.metric == metric && $0.kind != .share && Self.shows(entry.figure, $0)
        })
      else { continue }
      changes[phase, default: [:]][column, default: [:]][row] = change
    }
  }

  /// True if a column shows the change of a figure.
  ///
  /// A paired comparison has a time of its own, whose change is shown with the median. Of an exact metric only the mean
  /// is shown, so the change of another figure is shown with it.
  private static func shows(_ figure: Figure?, _ column: FigureColumn) -> Bool {
    column.kind == .count || column.metric.own != nil
      || column.figure == (figure == .min ? .p50 : figure)
  }

  private static func change(_ entry: ComparisonEntry) -> Change? {
    let figure =
      entry.metric?.isTime == true || entry.figure == .mean ? "" : "\(entry.figure?.name ?? "") "
    let words = figure + Units.change(from: entry.before, to: entry.after)
    switch entry.finding {
    case .regressed where entry.fails: return Change(words: words, tone: "worse")
    case .improved: return Change(words: words, tone: "better")
    case .regressed, .accepted, .otherText, .tolerated:
      return Change(words: words, tone: "moved")
    case .inconclusive where entry.metric?.isExact == true && entry.before != entry.after:
      return Change(words: words, tone: "moved")
    // A time that stays within the spread of its rounds is not shown as a change.
    case .advisory where Comparison.isBeyondSpread(entry):
      return Change(words: words, tone: "moved")
    default: return nil
    }
  }
}
