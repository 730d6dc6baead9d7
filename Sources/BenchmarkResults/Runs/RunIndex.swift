import BenchmarkModel

/// The selected cells of a run, with their rows.
///
/// Its basis, ``RunPlaces``, is computed once per run, however many indices use it.
package final class RunIndex: Sendable {
  package let run: Run
  /// The rows of each key.
  package var groups: RowTable.Groups { places.groups }
  /// The keys of each cell that passes the filter, in the order of tables.
  package let cells: [SeriesKey.Subject: [Int]]
  /// The measures of all these cells.
  package let measures: Set<SeriesKey.Measure>
  /// The instruments that took measurements.
  package let instruments: Set<Instrument>
  /// The verdict on the text of each cell, if it was checked.
  package let texts: [SeriesKey.Subject: TextVerdict]
  private let places: RunPlaces
  /// The wrong texts by cell id.
  private let wrongTexts: [String: [CellMismatch]]

  /// Makes an index of the cells that pass a filter.
  package convenience init(_ run: Run, filter: CellFilter) { self.init(run, filters: [filter]) }

  /// Makes an index of the cells that pass all filters, belong to all the shards, and to one of the suites; nil for all
  /// suites.
  ///
  /// It has only the measures that are meant.
  package init(
    _ run: Run, filters: [CellFilter], shards: [Shard] = [], suites: Set<String>? = nil,
    isMeant: (SeriesKey.Measure) -> Bool = { _ in true }
  ) {
    self.run = run
    places = run.places
    cells = places.cells.filter { cell, _ in
      (suites?.contains(cell.suite) ?? true) && filters.allSatisfy { $0.matches(cell.cell) }
        && shards.allSatisfy { $0.contains(cell.cell) }
    }.mapValues { $0.filter { isMeant(run.rows.series[$0].measure) } }
    texts = places.texts.filter { [cells] in cells[$0.key] != nil }
    leftOut = Set(run.rows.series.filter { !isMeant($0.measure) }.map(\.metric))
    measures = Set(cells.values.joined().lazy.map { run.rows.series[$0].measure })
    instruments = Set(measures.map(\.instrument))
    judgesKeystrokes = run.rows.series.contains { $0.metric.isJudgement }
    measuresSetUp = run.rows.series.contains { $0.phase == .setup }
    wrongTexts = Dictionary(grouping: run.metadata.wrongTexts, by: \.cell)
  }

  /// The metrics of the run that are not meant, so that the index lacks their rows, or some.
  package let leftOut: Set<Metric>

  /// True if the run judged keystrokes.
  ///
  /// A run that did not says nothing about them, not that they are right.
  package let judgesKeystrokes: Bool

  /// True if the run measured the making of fields, which earlier versions did not.
  package let measuresSetUp: Bool

  /// The keys of the run, including those of other cells.
  package var series: [SeriesKey] { run.rows.series }

  /// The place of a key in ``series``; nil if its cell does not pass the filter, or no row has it.
  package func place(of key: SeriesKey) -> Int? {
    cells[key.subject] == nil ? nil : run.rows.place(of: key)
  }

  /// The rows of a key.
  package func records(_ place: Int) -> [RowTable.Record] {
    groups[place].map { run.rows.records[Int($0)] }
  }

  /// The number of keystrokes between a pair of clock readings.
  package func batch(of cell: SeriesKey.Subject) -> Int {
    run.metadata.batchedKeystrokes[cell.cell.id] ?? 1
  }

  /// The row of a key, if it has only one.
  package func onlyRecord(_ place: Int) -> RowTable.Record? {
    groups.only(place).map { run.rows.records[$0] }
  }

  /// The wrong text of a cell; nil if there is none.
  package func wrongText(_ cell: SeriesKey.Subject) -> CellMismatch? {
    let id = cell.cell.id
    return wrongTexts[id]?.first { $0.suite == nil || $0.suite == cell.suite }
  }
}

/// The places of the rows of each cell of a run.
package struct RunPlaces: Sendable {
  /// The rows of each key.
  package let groups: RowTable.Groups
  /// The keys of each cell, in the order of tables.
  let cells: [SeriesKey.Subject: [Int]]
  /// The verdict on the text of each cell, if it was checked.
  let texts: [SeriesKey.Subject: TextVerdict]

  init(_ table: RowTable) {
    groups = table.groups()
    var cells: [SeriesKey.Subject: [Int]] = [:]
    var texts: [SeriesKey.Subject: TextVerdict] = [:]
    for (cell, byMeasure) in zip(table.subjects, table.places) {
      // The typical time ranks strategies within a run, and is never compared.
      let places = byMeasure.filter { $0.key.metric != .typicalTime }.sorted { $0.key < $1.key }
        .map { Int($0.value) }
      texts[cell] = Self.text(places, table, groups)
      cells[cell] = places
    }
    self.cells = cells
    self.texts = texts
  }

  /// The verdict on the text of a cell: wrong if it was wrong in any row.
  private static func text(
    _ places: [Int], _ table: RowTable, _ groups: RowTable.Groups
  ) -> TextVerdict? {
    var text: TextVerdict?
    for place in places {
      for row in groups[place] {
        text = table.records[Int(row)].text ?? text
        if text == .wrong { return text }
      }
    }
    return text
  }
}
