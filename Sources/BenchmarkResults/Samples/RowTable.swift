import BenchmarkModel

/// The rows of a run, in the order of the file.
///
/// What rows have in common (names, cells) is kept once and pointed to, so that a million rows fit in 88 bytes
/// each and are grouped by numbers.
public struct RowTable: Sendable {
  /// A row without the words.
  package struct Record: Sendable {
    /// Where in ``RowTable/series`` the row's key is.
    package var series: Int32
    /// The round; see ``Row/round``.
    package var round: Int32
    /// The line in the file, or 0 where the row is from no file.
    package var line: Int32
    /// Where in the table's origins the run and the commit are.
    var origin: Int32
    /// What the text was.
    package var text: TextVerdict?
    /// How many keystrokes are behind the figures.
    package var count: Int
    /// The figures.
    package var summary: Summary
  }

  /// The run and the commit of a row.
  struct Origin: Hashable {
    var run: String
    var commit: String
  }

  /// The distinct cells, in the order in which they first appeared.
  package private(set) var cells: [SuiteCell] = []
  private var keys: [SeriesList.Key] = []
  private var keyIndex: [SeriesList.Key: Int32] = [:]
  /// The distinct keys, in the order in which they first appeared.
  package var series: SeriesList { SeriesList(cells: cells, keys: keys) }
  /// The rows.
  package private(set) var records: [Record] = []
  private(set) var origins: [Origin] = []
  private var cellIndex: [SuiteCell: Int32] = [:]
  private var originIndex: [Origin: Int32] = [:]

  /// A table without rows.
  package init() {}

  /// A table of the given rows.
  package init(_ rows: some Sequence<Row>) {
    for row in rows { append(row) }
  }

  /// Adds a row at the end.
  package mutating func append(_ row: Row) {
    records.append(
      Record(
        series: index(of: row.series), round: Int32(clamping: row.round), line: 0,
        origin: index(of: Origin(run: row.run, commit: row.commit)), text: row.text,
        count: row.count, summary: row.summary))
  }

  /// Adds a row whose names are known already.
  mutating func append(_ record: Record) { records.append(record) }

  /// Makes room for so many rows.
  mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  /// The place of a key, which is added if it is new.
  mutating func index(of key: Series) -> Int32 {
    index(
      ofCell: index(of: SuiteCell(key)),
      SeriesCode(phase: key.phase, metric: key.metric, instrument: key.instrument))
  }

  /// The place of a key of a cell whose place is known; the key is added if it is new.
  mutating func index(ofCell cell: Int32, _ code: SeriesCode) -> Int32 {
    let key = SeriesList.Key(cell: cell, code: code)
    if let known = keyIndex[key] { return known }
    let new = Int32(keys.count)
    keys.append(key)
    keyIndex[key] = new
    return new
  }

  /// The place of a cell, which is added if it is new.
  mutating func index(of cell: SuiteCell) -> Int32 {
    if let known = cellIndex[cell] { return known }
    let new = Int32(cells.count)
    cells.append(cell)
    cellIndex[cell] = new
    return new
  }

  /// Gives rows of some runs another id.
  mutating func renameRuns(_ names: [String: String]) {
    for place in origins.indices {
      origins[place].run = names[origins[place].run] ?? origins[place].run
    }
    originIndex = Dictionary(
      zip(origins, origins.indices.map(Int32.init)), uniquingKeysWith: { first, _ in first })
  }

  /// The place in ``cells`` of what a key is about.
  package func cell(ofSeries series: Int) -> Int { Int(keys[series].cell) }

  /// What a key is about beside its cell.
  package func code(ofSeries series: Int) -> SeriesCode { keys[series].code }

  /// The place of a run and commit, added if new.
  mutating func index(of origin: Origin) -> Int32 {
    if let known = originIndex[origin] { return known }
    let new = Int32(origins.count)
    origins.append(origin)
    originIndex[origin] = new
    return new
  }
}

extension RowTable: RandomAccessCollection {
  /// The place of the first row.
  public var startIndex: Int { records.startIndex }
  /// The place after the last row.
  public var endIndex: Int { records.endIndex }

  /// The row at a place, put together from its parts.
  public subscript(position: Int) -> Row {
    let record = records[position]
    let code = code(ofSeries: Int(record.series))
    let subject = cells[cell(ofSeries: Int(record.series))]
    let origin = origins[Int(record.origin)]
    return Row(
      run: origin.run, commit: origin.commit, round: Int(record.round), suite: subject.suite,
      cell: subject.cell, phase: code.phase, metric: code.metric, instrument: code.instrument,
      count: record.count, summary: record.summary, text: record.text)
  }
}

extension RowTable: Equatable {
  /// Whether both hold equal rows in the same order.
  public static func == (a: RowTable, b: RowTable) -> Bool { a.elementsEqual(b) }
}
