import BenchmarkModel

extension SampleParser {
  /// Checks the names and the order of the columns.
  mutating func header(_ source: [UInt8]) throws(ResultsError) {
    var names: [String] = []
    for field in fields { names.append(try text(source, field, "a column")) }
    guard names != columns else { return }
    if let name = names.first(where: { name in names.count { $0 == name } > 1 }) {
      throw failure("the column \(Self.excerpt(name)) is there twice", expected: "it once")
    }
    if let name = columns.first(where: { !names.contains($0) }) {
      throw failure("the column \(name) is missing", expected: "the header \(expectedHeader)")
    }
    if let name = names.first(where: { !columns.contains($0) }) {
      throw failure(
        "the column \(Self.excerpt(name)) is unknown",
        expected: "the header \(expectedHeader)")
    }
    throw failure(
      "the columns are in another order", expected: "the header \(expectedHeader)")
  }

  /// Reads one row and adds it to the table.
  mutating func row(
    _ source: [UInt8], plain: Bool
  ) throws(ResultsError) {
    let origin = try origin(source, plain: plain)
    let round = try wholeNumber(source, Column.round)
    try bound(round, "round", ResultsBounds.rounds)
    let series = try series(source, plain: plain)
    let count = try wholeNumber(source, Column.count)
    try bound(count, "count", ResultsBounds.count)
    var summary = Summary()
    for figure in Figure.allCases {
      summary[figure] = try number(source, Column.min + figure.rawValue)
    }
    if let fault = summary.fault(as: table.code(ofSeries: Int(series)).metric) {
      throw failure(fault.problem, expected: fault.expected)
    }
    table.append(
      RowTable.Record(
        series: series, round: Int32(round), line: Int32(truncatingIfNeeded: line), origin: origin,
        text: try verdict(source), count: count, summary: summary))
  }

  /// Where the columns are that are read by themselves.
  enum Column {
    static let round = 2
    static let suite = 3
    static let length = 7
    static let phase = 9
    static let unit = 12
    static let count = 13
    static let min = 14
    static let text = 21
  }

  private mutating func origin(_ source: [UInt8], plain: Bool) throws(ResultsError) -> Int32 {
    let range = fields[0].lowerBound..<fields[1].upperBound
    if plain, let last = lastOrigin, ByteKeys.equal(last.bytes, range, in: bytes.span) {
      return last.index
    }
    let run = try word(source, 0)
    guard !run.isEmpty else { throw failure("run is empty", expected: "the id of the run") }
    if let owners, !owners.runs.contains(run) {
      throw failure(
        "a row of the run \(Self.excerpt(run))",
        expected: "one of the run that run.json describes")
    }
    let commit = try word(source, 1)
    let index = table.index(of: RowTable.Origin(run: run, commit: commit))
    if plain { lastOrigin = (range, index) }
    return index
  }

  private mutating func series(_ source: [UInt8], plain: Bool) throws(ResultsError) -> Int32 {
    // Quoted fields are told apart by their ranges only, so their bytes are no key.
    guard plain else {
      let cell = table.index(of: try readCell(source))
      return table.index(ofCell: cell, try readCode(source))
    }
    return table.index(ofCell: try cell(), try code())
  }

  /// The place of the cell of a plain line.
  private mutating func cell() throws(ResultsError) -> Int32 {
    let range = fields[Column.suite].lowerBound..<fields[Column.phase - 1].upperBound
    if let last = lastCell, ByteKeys.equal(last.bytes, range, in: bytes.span) { return last.index }
    let hash = ByteKeys.hash(range, in: bytes.span)
    let index: Int32
    if let known = cells.value(for: range, in: bytes.span, hash: hash) {
      index = known
    } else {
      index = table.index(of: try readCell(bytes))
      cells.insert(index, for: range, hash: hash)
    }
    lastCell = (range, index)
    return index
  }

  /// What a plain line is about beside its cell.
  private mutating func code() throws(ResultsError) -> SeriesCode {
    let range = fields[Column.phase].lowerBound..<fields[Column.unit].upperBound
    let hash = ByteKeys.hash(range, in: bytes.span)
    if let known = codes.value(for: range, in: bytes.span, hash: hash) {
      return SeriesCode(number: UInt16(truncatingIfNeeded: known))
    }
    let code = try readCode(bytes)
    codes.insert(Int32(code.number), for: range, hash: hash)
    return code
  }

  private func readCell(_ source: [UInt8]) throws(ResultsError) -> SuiteCell {
    let length = try length(source, Column.length)
    let cell = Cell(
      strategy: try name(source, 4), value: try name(source, 5), locale: try name(source, 6),
      length: length, script: try name(source, 8))
    return SuiteCell(suite: try suite(source, Column.suite), cell: cell)
  }

  private func readCode(_ source: [UInt8]) throws(ResultsError) -> SeriesCode {
    let phase: RowPhase = try choice(source, Column.phase)
    let metric: Metric = try choice(source, 10)
    let instrument: Instrument = try choice(source, 11)
    let unit = try text(source, fields[Column.unit], "unit")
    guard unit == metric.unit else {
      throw failure(
        "the unit \(Self.excerpt(unit))",
        expected: "\(metric.unit), the unit of \(metric.rawValue)")
    }
    return SeriesCode(phase: phase, metric: metric, instrument: instrument)
  }

  /// The length of a cell.
  func length(_ source: [UInt8], _ column: Int) throws(ResultsError) -> Int {
    let length = try wholeNumber(source, column)
    try bound(length, "length", ResultsBounds.length)
    return length
  }

  private func bound(_ value: Int, _ name: String, _ most: Int) throws(ResultsError) {
    guard value > most else { return }
    throw failure("the \(name) \(value) is too large", expected: "at most \(most)")
  }

  /// The name of a suite of the run.
  func suite(_ source: [UInt8], _ column: Int) throws(ResultsError) -> String {
    let suite = try word(source, column)
    guard !suite.isEmpty else { throw failure("suite is empty", expected: "its name") }
    if let owners, !owners.suites.contains(suite) {
      throw failure(
        "a row of the suite \(Self.excerpt(suite))",
        expected: "one of those that run.json names")
    }
    return suite
  }

  /// A short text: a name, or a commit.
  func word(_ source: [UInt8], _ column: Int) throws(ResultsError) -> String {
    guard fields[column].count <= ResultsBounds.nameBytes else {
      throw failure(
        "\(columns[column]) is a text of \(fields[column].count) bytes",
        expected: "at most \(ResultsBounds.nameBytes)")
    }
    return try text(source, fields[column], columns[column])
  }

  /// A part of a cell.
  func name(_ source: [UInt8], _ column: Int) throws(ResultsError) -> String {
    let text = try word(source, column)
    guard !text.isEmpty, !text.utf8.contains(UInt8(ascii: "/")) else {
      throw failure(
        "\(columns[column]) is \(Self.excerpt(text))", expected: "a name without /")
    }
    return text
  }

  /// One of a fixed set of words.
  func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ source: [UInt8], _ column: Int
  ) throws(ResultsError) -> Value {
    let text = try text(source, fields[column], columns[column])
    guard let value = Value(rawValue: text) else {
      let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw failure(
        "\(columns[column]) is \(Self.excerpt(text))", expected: "one of \(words)")
    }
    return value
  }

  private func verdict(_ source: [UInt8]) throws(ResultsError) -> TextVerdict? {
    let field = fields[Column.text]
    if field.isEmpty { return nil }
    // Nearly every row says ok.
    if field.count == 2, source[field.lowerBound] == UInt8(ascii: "o"),
      source[field.lowerBound + 1] == UInt8(ascii: "k")
    {
      return .ok
    }
    return try choice(source, Column.text)
  }

  /// The beginning of a text that stands in a file, in quotes: all of it may be a megabyte.
  static func excerpt(_ text: String) -> String {
    // Scalars, since one character may be a megabyte of accents.
    text.utf8.count <= 60
      ? text.debugDescription
      : "\(String(text.unicodeScalars.prefix(32)).debugDescription)… of \(text.utf8.count) bytes"
  }

  /// A field as text.
  func text(
    _ source: [UInt8], _ field: Range<Int>, _ name: String
  ) throws(ResultsError) -> String {
    guard let text = String(validating: source[field], as: UTF8.self) else {
      throw failure("\(name) is not valid UTF-8", expected: "text in UTF-8")
    }
    return text
  }
}
