import BenchmarkModel

/// Reads `samples.csv`.
struct SampleParser {
  private var csv: CSVReader
  private let owners: CSVReader.Owners?
  private let own: [OwnMetric]
  /// The rows so far.
  private var table = RowTable()
  /// The indices of subjects in the table, by the fields that name them: nearly all rows name a known one.
  private var subjects: [CSVReader.Raw: Int32] = [:]
  /// The measures by the fields that name them.
  private var measures: [CSVReader.Raw: SeriesKey.Measure] = [:]
  /// The subject of the previous row, and its index in the table.
  private var lastSubject: (fields: CSVReader.Raw, index: Int32)?
  /// The run and commit of the previous row, and their index in the table.
  private var lastOrigin: (fields: CSVReader.Raw, index: Int32)?

  /// The indices of columns.
  private enum Column {
    static let run = 0
    static let commit = 1
    static let round = 2
    static let suite = 3
    static let script = 8
    static let phase = 9
    static let unit = 12
    static let count = 13
    static let min = 14
    static let text = 21
  }

  /// Reads a whole file.
  static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(Problem) -> RowTable {
    var parser = SampleParser(
      csv: try CSVReader(bytes, file: file, columns: SampleFile.columns),
      owners: owner.map(CSVReader.Owners.init), own: owner?.metrics ?? [])
    parser.table.reserveCapacity(max(0, bytes.count { $0 == CSVReader.lineFeed } - 1))
    while try parser.csv.next() { try parser.addRow() }
    try parser.refuseDuplicates()
    return parser.table
  }

  private init(csv: CSVReader, owners: CSVReader.Owners?, own: [OwnMetric]) {
    self.csv = csv
    self.own = own
    self.owners = owners
  }

  /// Adds the present record to the table.
  private mutating func addRow() throws(Problem) {
    let origin = try origin()
    let round = try csv.wholeNumber(Column.round, atMost: ResultsBounds.rounds)
    let subject = try subject()
    let measure = try measure()
    let count = try csv.wholeNumber(Column.count, atMost: ResultsBounds.count)
    var summary = Summary()
    for figure in Figure.allCases {
      summary[figure] = try csv.number(Column.min + figure.rawValue)
    }
    if let fault = summary.fault(as: measure.metric) {
      throw csv.failure(fault.problem, expected: fault.expected)
    }
    table.append(
      RowTable.Record(
        series: table.index(of: measure, ofSubject: subject), round: Int32(round),
        line: Int32(truncatingIfNeeded: csv.line), origin: origin,
        text: csv.range(Column.text).isEmpty ? nil : try csv.choice(Column.text),
        count: count, summary: summary))
  }

  private mutating func origin() throws(Problem) -> Int32 {
    let fields = csv.raw(Column.run...Column.commit)
    if let lastOrigin, lastOrigin.fields == fields { return lastOrigin.index }
    let run = try csv.word(Column.run)
    guard !run.isEmpty else { throw csv.failure("run is empty", expected: "the id of the run") }
    if let owners, !owners.runs.contains(run) {
      throw csv.failure(
        "a row of the run \(CSVReader.excerpt(run))",
        expected: "one of the run that run.json describes")
    }
    let index = table.index(of: RowTable.Origin(run: run, commit: try csv.word(Column.commit)))
    lastOrigin = (fields, index)
    return index
  }

  /// The index of the row's subject in the table; a new subject is added.
  private mutating func subject() throws(Problem) -> Int32 {
    let fields = csv.raw(Column.suite...Column.script)
    if let lastSubject, lastSubject.fields == fields { return lastSubject.index }
    let index: Int32
    if let known = subjects[fields] {
      index = known
    } else {
      index = table.index(of: try csv.subject(Column.suite, of: owners))
      subjects[fields] = index
    }
    lastSubject = (fields, index)
    return index
  }

  /// The measure of the row.
  private mutating func measure() throws(Problem) -> SeriesKey.Measure {
    let fields = csv.raw(Column.phase...Column.unit)
    if let known = measures[fields] { return known }
    let measure = try csv.measure(Column.phase, own: own)
    let unit = try csv.text(Column.unit)
    guard unit == measure.metric.unit else {
      throw csv.failure(
        "the unit \(CSVReader.excerpt(unit))",
        expected: "\(measure.metric.unit), the unit of \(measure.metric.rawValue)")
    }
    measures[fields] = measure
    return measure
  }

  /// Refuses two rows for the same series and round.
  private func refuseDuplicates() throws(Problem) {
    // Rows of one series mostly come in the order of their rounds; only a series whose rounds do not rise is checked.
    var last = [Int32](repeating: -1, count: table.series.count)
    var unsorted: Set<Int32> = []
    for record in table.records {
      let key = Int(record.series)
      if record.round <= last[key] { unsorted.insert(record.series) }
      last[key] = record.round
    }
    guard !unsorted.isEmpty else { return }
    var seen: [Int32: [Int32: Int32]] = [:]
    for record in table.records where unsorted.contains(record.series) {
      if let first = seen[record.series]?[record.round] {
        throw csv.failure(
          "a second row for \(table.series[Int(record.series)]), round \(record.round)",
          expected: "only that of line \(first)", hint: "remove one of them",
          line: Int(record.line))
      }
      seen[record.series, default: [:]][record.round] = record.line
    }
  }
}
