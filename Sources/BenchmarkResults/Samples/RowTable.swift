import BenchmarkModel

/// The rows of a run, in the order of the file.
///
/// A row refers to its key by its index in ``series``, so that each of a million rows takes 88 bytes, and rows are
/// grouped by numbers.
package struct RowTable: Sendable {
  /// A row without its names.
  package struct Record: Sendable {
    /// The index of the row's key in ``RowTable/series``.
    package var series: Int32
    /// The round; see ``Row/round``.
    package var round: Int32
    /// The line in the file; 0 if the row comes from no file.
    package var line: Int32
    /// The index of the run and the commit in the table's origins.
    var origin: Int32
    /// The verdict on the text.
    package var text: TextVerdict?
    /// The number of keystrokes behind the figures.
    package var count: Int
    /// The figures.
    package var summary: Summary
  }

  /// The run and the commit of a row.
  struct Origin: Hashable {
    var run: String
    var commit: String
  }

  /// The distinct keys, in the order in which they first appeared.
  package private(set) var series: [SeriesKey] = []
  /// The distinct cells, in the order in which they first appeared.
  package private(set) var subjects: [SeriesKey.Subject] = []
  /// The indices in ``series`` of each of the ``subjects``, by measure.
  private(set) var places: [[SeriesKey.Measure: Int32]] = []
  /// The rows.
  package private(set) var records: [Record] = []
  private(set) var origins: [Origin] = []
  private var subjectIndex: [SeriesKey.Subject: Int32] = [:]
  private var originIndex: [Origin: Int32] = [:]

  /// Makes a table without rows.
  package init() {}

  /// Makes a table of the given rows.
  package init(_ rows: some Sequence<Row>) {
    for row in rows { append(row) }
  }

  /// Adds a row at the end.
  package mutating func append(_ row: Row) {
    records.append(
      Record(
        series: index(of: row.series.measure, ofSubject: index(of: row.series.subject)),
        round: Int32(clamping: row.round), line: 0,
        origin: index(of: Origin(run: row.run, commit: row.commit)), text: row.text,
        count: row.count, summary: row.summary))
  }

  /// Adds a row whose names are known already.
  mutating func append(_ record: Record) { records.append(record) }

  /// Reserves room for this many rows.
  mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  /// The index of a key in ``series``; nil if no row has it.
  package func place(of key: SeriesKey) -> Int? {
    subjectIndex[key.subject].flatMap { places[Int($0)][key.measure] }.map(Int.init)
  }

  /// The index of a measure of the subject at an index; its key is added if it is new.
  mutating func index(of measure: SeriesKey.Measure, ofSubject subject: Int32) -> Int32 {
    if let known = places[Int(subject)][measure] { return known }
    let new = Int32(series.count)
    series.append(SeriesKey(subjects[Int(subject)], measure))
    places[Int(subject)][measure] = new
    return new
  }

  /// The index of a subject, which is added if it is new.
  mutating func index(of subject: SeriesKey.Subject) -> Int32 {
    if let known = subjectIndex[subject] { return known }
    let new = Int32(subjects.count)
    subjects.append(subject)
    places.append([:])
    subjectIndex[subject] = new
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

  /// The index of a run and commit, which are added if they are new.
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
  package var startIndex: Int { records.startIndex }
  /// The place after the last row.
  package var endIndex: Int { records.endIndex }

  /// The row at a place, made of its parts.
  package subscript(position: Int) -> Row {
    let record = records[position]
    let origin = origins[Int(record.origin)]
    return Row(
      run: origin.run, commit: origin.commit, round: Int(record.round),
      series: series[Int(record.series)], count: record.count, summary: record.summary,
      text: record.text)
  }
}

extension RowTable: Equatable {
  /// True if both have equal rows in the same order.
  package static func == (a: RowTable, b: RowTable) -> Bool { a.elementsEqual(b) }
}
