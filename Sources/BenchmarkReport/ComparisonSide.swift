import BenchmarkResults
import KeystrokeWorkload

/// One of the two runs, with what a comparison looks up.
struct ComparisonSide {
  let run: Run
  /// The rows of each key.
  let groups: RowTable.Groups
  /// Where each key that passes the filter is in the table.
  let series: [Series: Int]
  /// The keys of each cell.
  let cells: [SuiteCell: [Int]]
  /// What took measurements.
  let instruments: Set<Instrument>
  /// What the text of each cell was, where it was looked at.
  let texts: [SuiteCell: TextVerdict]
  /// The wrong texts by cell id.
  private let wrongTexts: [String: [WrongText]]

  /// Looks at the cells that pass the filter, are of all the shards, and of one of the suites; nil for all suites.
  init(
    _ run: Run, filter: CellFilter, shards: [Shard] = [], suites: Set<String>? = nil
  ) {
    self.run = run
    groups = run.rows.groups()
    var series: [Series: Int] = [:]
    var cells: [SuiteCell: [Int]] = [:]
    var texts: [SuiteCell: TextVerdict] = [:]
    var admitted: [Cell: Bool] = [:]
    for (place, key) in run.rows.series.enumerated() where suites?.contains(key.suite) ?? true {
      let admit =
        admitted[key.cell]
        ?? (filter.matches(key.cell) && shards.allSatisfy { $0.contains(key.cell) })
      admitted[key.cell] = admit
      guard admit else { continue }
      series[key] = place
      let cell = SuiteCell(key)
      cells[cell, default: []].append(place)
      guard texts[cell] != .wrong else { continue }
      var text: TextVerdict?
      for row in groups[place] where text != .wrong {
        text = run.rows.records[Int(row)].text ?? text
      }
      if let text { texts[cell] = text }
    }
    self.series = series
    instruments = Set(series.keys.map(\.instrument))
    self.cells = cells
    self.texts = texts
    wrongTexts = Dictionary(grouping: run.metadata.wrongTexts, by: \.cell)
  }

  /// The rows of a key.
  func records(_ place: Int) -> [RowTable.Record] {
    groups[place].map { run.rows.records[Int($0)] }
  }

  /// How many keystrokes a pair of clock reads encloses.
  func batch(of cell: SuiteCell) -> Int { run.metadata.batchedKeystrokes[cell.cell.id] ?? 1 }

  /// The texts of a cell that was wrong.
  func wrongText(_ cell: SuiteCell) -> WrongText? {
    let id = cell.cell.id
    return wrongTexts[id]?.first { $0.suite == nil || $0.suite == cell.suite }
  }
}
