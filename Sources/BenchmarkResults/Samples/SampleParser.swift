/// Reads `samples.csv`: RFC 4180 in UTF-8, lines ended by LF or CRLF.
///
/// A plain line is split and read in place, without a string for any field; one with quotes is first copied
/// without them. Keys that repeat, which is nearly all of them, are recognised by their bytes, most without being
/// split: see ``plainRow(_:at:)``.
struct SampleParser {
  /// The file that errors name.
  let file: String
  /// The whole file.
  let bytes: [UInt8]
  /// The columns that the header has to name, in order.
  var columns = SampleFile.columns
  /// The ids that rows may name, and the suites; nil for any.
  var owners: (runs: Set<String>, suites: Set<String>)?
  /// The line that is being read, from 1.
  var line = 1
  /// Where each field of the line begins and ends in the bytes it is read from.
  var fields: [Range<Int>] = []
  /// The rows so far.
  var table = RowTable()
  /// Recognises cells by their bytes.
  var cells = ByteKeys()
  /// Recognises what a row is about beside its cell by its bytes.
  var codes = ByteKeys()
  /// What came after each code, by its number: the next row is mostly about the same.
  var followers: [(bytes: Range<Int>, code: SeriesCode)?] = []
  /// The number of the code of the row before that was read the fast way.
  var lastCode = 0
  /// The bytes of the cell of the row before, and its place in the table.
  var lastCell: (bytes: Range<Int>, index: Int32)?
  /// The bytes of the run and commit of the row before, and their place in the table.
  var lastOrigin: (bytes: Range<Int>, index: Int32)?

  /// Reads a whole file, whose rows are all of a run unless that is nil.
  static func parse(
    _ bytes: [UInt8], file: String, of owner: RunMetadata? = nil
  ) throws(ResultsError) -> RowTable {
    var parser = SampleParser(file: file, bytes: bytes)
    parser.owners = owner.map(Self.owners)
    parser.table.reserveCapacity(max(0, bytes.count { $0 == Self.lineFeed } - 1))
    var position = try parser.readHeader()
    let span = bytes.span
    while position < bytes.count {
      if let next = parser.plainRow(span, at: position) {
        position = next
      } else {
        position = try parser.record(from: position) {
          (parser, source, plain) throws(ResultsError) in
          try parser.checkFieldCount()
          try parser.row(source, plain: plain)
        }
      }
    }
    try parser.refuseDuplicates()
    return parser.table
  }

  /// What the rows of a run may say of where they come from.
  static func owners(_ run: RunMetadata) -> (runs: Set<String>, suites: Set<String>) {
    (Set([run.id] + (run.mergedFrom ?? []).map(\.id)), Set(run.suites))
  }

  /// Reads the header, and returns the position after it.
  private mutating func readHeader() throws(ResultsError) -> Int {
    guard !bytes.isEmpty else {
      throw failure("the file is empty", expected: "the header \(expectedHeader)")
    }
    // The byte order mark that spreadsheets put first is not part of the first name.
    let position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    fields.reserveCapacity(columns.count)
    return try record(from: position) { (parser, source, _) throws(ResultsError) in
      try parser.header(source)
    }
  }

  /// Reads the header, then hands on each record after it, as bytes in which ``fields`` are.
  mutating func readRecords(
    _ row: (inout SampleParser, [UInt8], _ plain: Bool) throws(ResultsError) -> Void
  ) throws(ResultsError) {
    var position = try readHeader()
    while position < bytes.count {
      position = try record(from: position) { (parser, source, plain) throws(ResultsError) in
        try parser.checkFieldCount()
        try row(&parser, source, plain)
      }
    }
  }

  /// Splits the record at a position, hands it on, and returns the position after it.
  private mutating func record(
    from start: Int,
    _ body: (inout SampleParser, [UInt8], _ plain: Bool) throws(ResultsError) -> Void
  ) throws(ResultsError) -> Int {
    fields.removeAll(keepingCapacity: true)
    var begin = start
    var position = start
    while position < bytes.count {
      let byte = bytes[position]
      if byte == Self.comma {
        fields.append(begin..<position)
        begin = position + 1
      } else if byte == Self.lineFeed {
        let cr = position > begin && bytes[position - 1] == Self.carriageReturn
        fields.append(begin..<(cr ? position - 1 : position))
        try body(&self, bytes, true)
        line += 1
        return position + 1
      } else if byte == Self.quote {
        return try quotedRecord(from: start, body)
      }
      position += 1
    }
    throw cut()
  }

  /// The same for a record that has quotes, and so may have commas and line breaks inside a field.
  private mutating func quotedRecord(
    from start: Int,
    _ body: (inout SampleParser, [UInt8], _ plain: Bool) throws(ResultsError) -> Void
  ) throws(ResultsError) -> Int {
    var text = UnquotedRecord(bytes: bytes, position: start)
    let outcome = text.read()
    switch outcome {
    case .complete: break
    case .cut: throw cut()
    case .openQuote:
      throw failure("a quote is opened and never closed", expected: "a closing \"")
    case .strayQuote:
      throw failure(
        "a quote stands inside a field", expected: "quotes around the whole field, doubled inside")
    }
    fields = text.fields
    try body(&self, text.content, false)
    line += text.lineBreaks
    return text.position
  }

  private func cut() -> ResultsError {
    failure(
      "the last line has no line break, so the file was cut", expected: "whole lines only",
      hint: "remove that line to compare what is left, or measure again")
  }

  /// The header line that the file should begin with.
  var expectedHeader: String { columns.joined(separator: ",") }

  private func checkFieldCount() throws(ResultsError) {
    guard fields.count != columns.count else { return }
    throw failure(
      "\(fields.count) fields", expected: "\(columns.count)",
      hint: fields.count == 1 && fields[0].isEmpty ? "remove the empty line" : nil)
  }

  /// An error at the line that is being read.
  func failure(_ problem: String, expected: String? = nil, hint: String? = nil) -> ResultsError {
    ResultsError(file: file, line: line, problem: problem, expected: expected, hint: hint)
  }

  static let comma = UInt8(ascii: ",")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
}

extension SampleParser {
  /// Refuses two rows for the same key and round.
  mutating func refuseDuplicates() throws(ResultsError) {
    // Rows of one key mostly come in the order of their rounds; only a key whose rounds do not rise is sorted.
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
        line = Int(record.line)
        throw failure(
          "a second row for \(table.series[Int(record.series)]), round \(record.round)",
          expected: "only that of line \(first)", hint: "remove one of them")
      }
      seen[record.series, default: [:]][record.round] = record.line
    }
  }
}
